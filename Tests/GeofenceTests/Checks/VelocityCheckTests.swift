import Foundation
import Testing

@testable import Geofence

/// The velocity of a receiver that is wrong, and the way of its positions.
struct VelocityCheckTests {
  /// One second of a way: the place in metres, and the true velocity.
  private struct Second {
    let east: Double
    let north: Double
    let speed: Double
    let course: Double
  }

  /// A way through a town: it starts, turns and stops again and again, at this speed at most.
  private static func way(_ seconds: Int, most: Double = 8) -> [Second] {
    var (east, north, speed, course) = (0.0, 0.0, 0.0, 30.0)
    var before = (east: 0.0, north: 0.0)
    return (0..<seconds).map { second in
      let phase = second % 40
      let wanted = phase < 30 ? most : 0
      speed += min(1.5, max(-2, wanted - speed))
      if (10..<16).contains(phase) { course += 15 }
      let radians = course * .pi / 180
      let velocity = (east: speed * sin(radians), north: speed * cos(radians))
      east += (before.east + velocity.east) / 2
      north += (before.north + velocity.north) / 2
      before = velocity
      return Second(
        east: east, north: north, speed: speed, course: course.truncatingRemainder(dividingBy: 360))
    }
  }

  /// The doubt after a way whose reported velocities a fault has changed.
  private func doubt(
    _ way: [Second] = way(120), seed: Int = 1, noise: Double = 0.4, rate: Int = 1,
    _ fault: (_ second: Int, [Second]) -> (speed: Double?, track: Double?)
  ) -> VelocityCheck.Doubt? {
    var random = SeededGenerator(seed: seed)
    var check = VelocityCheck()
    for (index, second) in way.enumerated() {
      let (speed, track) = fault(index, way)
      func error() -> Double { Double.random(in: -noise...noise, using: &random) }
      let instant = Instant(.seconds(1) * index / rate)
      check.add(
        TrustedFix(
          time: Timestamp(nanoseconds: 1_780_000_000_000_000_000).advanced(
            by: .seconds(1) * index / rate),
          instant: instant,
          coordinate: Coordinate(
            latitude: -41 + (second.north + error()) / 111_050,
            longitude: 174 + (second.east + error()) / 84_140), speed: speed, track: track))
    }
    return check.doubt
  }

  private func plain(_ index: Int, _ way: [Second]) -> (speed: Double?, track: Double?) {
    (way[index].speed, way[index].course)
  }

  @Test(arguments: 1...20 as ClosedRange<Int>) func rightVelocityIsNotDoubted(seed: Int) {
    #expect(doubt(seed: seed, plain) == nil)
    #expect(doubt(Self.way(600, most: 1.4), seed: seed, plain) == nil)
    #expect(doubt(Self.way(600, most: 30), seed: seed, noise: 2, plain) == nil)
    // A filter in the receiver makes it a second late.
    #expect(doubt(seed: seed) { plain(max(0, $0 - 1), $1) } == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<Int>) func standingShowsNothing(seed: Int) {
    let place = [Second](repeating: Second(east: 0, north: 0, speed: 0, course: 0), count: 900)
    #expect(doubt(place, seed: seed, noise: 2) { _, _ in (0, nil) } == nil)
    #expect(doubt(place, seed: seed, noise: 2) { _, _ in (0.2, 77) } == nil)
  }

  /// The first positions of a cold receiver.
  @Test(arguments: [0.1, nil]) func jumpShowsNoMotion(speed: Double?) {
    let places = [0.0, 0, 0, 70, 75, 76, 76].map {
      Second(east: $0, north: -$0, speed: 0, course: 0)
    }
    for count in 1...places.count {
      #expect(doubt(Array(places.prefix(count))) { _, _ in (speed ?? 3, nil) } == nil)
    }
  }

  @Test func missingSpeedIsNamed() {
    #expect(doubt { _, _ in (nil, nil) } == VelocityCheck.Doubt.none)
    #expect(doubt { ($1[$0].speed, nil) } == .made)
    #expect(doubt { _, _ in (0, nil) } == .zero)
    #expect(doubt { (0, $1[$0].course) } == .zero)
  }

  @Test(arguments: [3.6, 1.94, 0.51], 1...5 as ClosedRange<Int>)
  func factorIsMeasured(factor: Double, seed: Int) {
    for way in [Self.way(120), Self.way(400, most: 1.4)] {
      guard
        case .factor(let found)? = doubt(
          way, seed: seed, { (way[$0].speed * factor, $1[$0].course) })
      else {
        Issue.record("\(factor) was not seen")
        continue
      }
      #expect(abs(found / factor - 1) < 0.06)
    }
  }

  @Test(arguments: [24, 12, -25], 1...5 as ClosedRange<Int>)
  func declinationIsMeasured(degrees: Double, seed: Int) {
    guard case .angle(let found)? = doubt(seed: seed, { ($1[$0].speed, $1[$0].course + degrees) })
    else {
      Issue.record("\(degrees) was not seen")
      return
    }
    #expect(abs(found - degrees) < 3)
  }

  @Test(arguments: 2...5, 1...5 as ClosedRange<Int>)
  func latenessIsMeasured(seconds: Int, seed: Int) {
    #expect(doubt(seed: seed) { plain(max(0, $0 - seconds), $1) } == .late(seconds))
  }

  @Test func tenSecondsOfDrivingShowAFactor() {
    let drive = (0..<10).map { Second(east: 0, north: Double($0) * 8, speed: 8, course: 0) }
    guard case .factor(let found)? = doubt(drive, { ($1[$0].speed * 3.6, 0) }) else {
      Issue.record("3.6 was not seen")
      return
    }
    #expect(abs(found - 3.6) < 0.3)
  }

  @Test func tenFixesASecondShowTheSame() {
    let fine = (0..<600).map { index in
      Second(east: Double(index) * 0.8, north: 0, speed: 8, course: 90)
    }
    #expect(doubt(fine, rate: 10, plain) == nil)
    guard case .factor(let found)? = doubt(fine, rate: 10, { ($1[$0].speed * 1.944, 90) }) else {
      Issue.record("1.944 was not seen")
      return
    }
    #expect(abs(found - 1.944) < 0.1)
  }
}
