#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import Geofence

/// Random regions around a place, and a carrier that walks, drives and jumps among them.
struct World {
  let place: Coordinate
  let regions: [Region]
  private var generator: SeededGenerator

  /// Makes `count` regions within `extent` metres.
  init(seed: Int, place: Coordinate, count: Int, within extent: Double) {
    self.place = place
    var generator = SeededGenerator(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    regions = (0..<count).map { index in
      let middle = place.offset(
        east: random(-extent...extent), north: random(-extent...extent))
      let size = exp(random(log(3)...log(1500)))
      let shape: Shape =
        switch index % 4 {
        case 0, 2: .circle(Circle(center: middle, radius: size)!)
        case 1:
          .polygon(Polygon(parts: [[Self.star(around: middle, size: size, using: &generator)]])!)
        default:
          .corridor(
            Corridor(
              lines: [
                [
                  middle,
                  middle.offset(east: random(-size...size), north: random(-size...size)),
                ]
              ], width: random(5...200))!)
        }
      var region = Region(id: "region \(index)", shape: shape)
      if index.isMultiple(of: 3) { region.linger = .milliseconds(Int64(random(0...9000))) }
      if index.isMultiple(of: 5) { region.dwell = .milliseconds(Int64(random(1000...60_000))) }
      if index % 7 == 0 { region.cushion = random(0...400) }
      if index % 11 == 0 { region.expires = Walk.time(random(0...900)) }
      if index % 6 == 0, index > 20 {
        region.exclude = [1, 7, 20].map { "region \(index - $0)" }
      }
      return region
    }
    self.generator = generator
  }

  /// A ring of 3 to 60 corners.
  static func star(
    around middle: Coordinate, size: Double, using generator: inout SeededGenerator
  ) -> [Coordinate] {
    let count = Int.random(in: 3...60, using: &generator)
    let ring = (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      let radius = size * Double.random(in: 0.4...1, using: &generator)
      return middle.offset(east: radius * sin(angle), north: radius * cos(angle))
    }
    return ring + ring.prefix(1)
  }

  /// Fixes of a carrier on foot and in a fast car, with gaps and jumps.
  mutating func walk(fixes: Int, within extent: Double) -> [TrustedFix] {
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    var (east, north, heading, speed, seconds) = (0.0, 0.0, 0.0, 5.0, 0.0)
    return (0..<fixes).map { _ in
      let chance = random(0...1)
      let step = chance < 0.01 ? random(11...300) : chance < 0.05 ? random(2...9) : 1
      seconds += step
      if chance > 0.99 { speed = random(0...56) }
      heading += random(-20...20)
      if hypot(east, north) > extent { heading = atan2(-east, -north) * 180 / .pi }
      if chance > 0.985, chance < 0.99 {
        (east, north) = (random(-extent...extent), random(-extent...extent))
      }
      east += speed * step * sin(heading * .pi / 180)
      north += speed * step * cos(heading * .pi / 180)
      let wild = random(0...1) < 0.01 ? random(-3000...3000) : 0
      let fix = Walk.fix(seconds, east: 0)
      return TrustedFix(
        time: fix.time, instant: fix.instant,
        coordinate: place.offset(east: east + random(-3...3) + wild, north: north + random(-3...3)),
        sigma: 3, speed: speed, track: heading.remainder(dividingBy: 360) + 180 - 180)
    }
  }
}
