#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Testing

@testable import Geofence

struct PositionFilterTests {
  /// One fix on a plane: seconds, metres, m/s, degrees and metres.
  struct Step: Sendable {
    var time: Double
    var east: Double
    var north: Double
    var speed: Double?
    var track: Double?
    var sigma = 3.0
  }

  /// On the equator east and north stay what they are for as far as these walks go.
  private static let origin = Coordinate(latitude: 0, longitude: 10)

  private static let walk: [Step] = (0..<60).map { second in
    let time = Double(second)
    return Step(
      time: time, east: -80 + 1.5 * time + 3 * sin(time / 7), north: 20 * sin(time / 10),
      speed: 2, track: 60 + 20 * cos(time / 9), sigma: 2 + time / 30)
  }

  private static let cases: [String: [Step]] = [
    "a walk": walk,
    "no speed": walk.map {
      Step(time: $0.time, east: $0.east, north: $0.north, sigma: $0.sigma)
    },
    "a speed without a track": walk.map {
      Step(time: $0.time, east: $0.east, north: $0.north, speed: 0.4, sigma: $0.sigma)
    },
    "a track only later": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: $0.speed,
        track: $0.time < 20 ? nil : $0.track)
    },
    "a speed that is lost": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: 30...35 ~= $0.time ? nil : 2,
        track: $0.track)
    },
    "standing": walk.map {
      Step(
        time: $0.time, east: $0.east / 10, north: $0.north / 10,
        speed: $0.time < 5 ? 0.8 : $0.time < 30 ? 0.29 : 0.31, track: $0.track)
    },
    "five a second": walk.map {
      Step(
        time: $0.time / 5, east: $0.east / 5, north: $0.north / 5, speed: 2, track: $0.track)
    },
    "gaps": walk.filter { !(10...13 ~= $0.time) && !(20...55 ~= $0.time) },
    "a wild fix": walk.map {
      $0.time == 30
        ? Step(time: 30, east: 190, north: -150, speed: 2, track: 60) : $0
    },
    "astray": walk.map {
      Step(
        time: $0.time, east: $0.east + ($0.time < 20 ? 0 : 150), north: $0.north, speed: 2,
        track: $0.track)
    },
    "sigmas out of bounds": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: 2, track: $0.track,
        sigma: $0.time < 30 ? 0.1 : 500)
    },
    "a time that stands still": walk.flatMap { [$0, $0] },
  ]

  @Test(arguments: cases.keys.sorted())
  func doesWhatTheRuleSays(_ name: String) throws {
    let steps = try #require(Self.cases[name])
    let plane = TangentPlane(at: Ellipsoid.vector(Self.origin))
    var filter = PositionFilter(Self.fix(steps[0]))
    var rule = Rule(steps[0])
    for step in steps.dropFirst() {
      filter.receive(Self.fix(step))
      rule.take(step)
      let position = plane.offset(of: filter.plane.origin)
      #expect(abs(position.east - rule.east) < 1e-6, "\(step)")
      #expect(abs(position.north - rule.north) < 1e-6, "\(step)")
      #expect(abs(filter.sigma - rule.variance.squareRoot()) < 1e-6, "\(step)")
    }
  }

  @Test func aWildFixMovesItByMetresOnly() {
    let still = Step(time: 0, east: 0, north: 0, speed: 0, track: nil)
    var filter = PositionFilter(Self.fix(still))
    for second in 1...10 {
      filter.receive(Self.fix(Step(time: Double(second), east: 0, north: 0)))
    }
    let before = filter.plane
    filter.receive(Self.fix(Step(time: 11, east: 200, north: 0)))
    let moved = before.offset(of: filter.plane.origin)
    #expect(moved.east > 1 && moved.east < 20)
    #expect(abs(moved.north) < 1e-6)
  }

  @Test func whoHasGoneAstrayForTwentySecondsStartsAgain() {
    // A Doppler speed of nothing that holds it back while the fixes go elsewhere.
    var filter = PositionFilter(
      Self.fix(Step(time: 0, east: 0, north: 0, speed: 1, track: 90)))
    var distances: [Double] = []
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 190, north: 0)))
    for second in 1...21 {
      filter.receive(
        Self.fix(Step(time: Double(second), east: 190, north: 0, speed: 0.1, track: 90)))
      distances.append(place.offset(of: filter.plane.origin).length)
    }
    #expect(distances[19] > 30)
    #expect(distances[20] < 1e-6)
    #expect(abs(filter.sigma - 3) < 1e-9)
  }

  @Test func aFixThatRestartsIsTakenAsItIs() {
    var filter = PositionFilter(Self.fix(Self.walk[0]))
    let far = Self.origin.offset(east: 0, north: 90_000)
    filter.receive(
      TrustedFix(
        time: Timestamp(nanoseconds: 0), instant: Instant(.seconds(1)), coordinate: far, sigma: 5,
        restarts: true))
    #expect((filter.plane.origin - Ellipsoid.vector(far)).length < 1e-6)
    #expect(filter.sigma == 5)
  }

  private static func fix(_ step: Step) -> TrustedFix {
    TrustedFix(
      time: Timestamp(nanoseconds: 0), instant: Instant(.seconds(step.time)),
      coordinate: origin.offset(east: step.east, north: step.north), sigma: step.sigma,
      speed: step.speed, track: step.track)
  }
}

/// The filter on a plane, written down once more, line by line from its description.
private struct Rule {
  var east: Double
  var north: Double
  var variance: Double
  private var time: Double
  private var velocity = (east: 0.0, north: 0.0)
  private var known = false
  private var seen = false
  private var astray = 0.0

  init(_ step: PositionFilterTests.Step) {
    let s = min(max(step.sigma, 2), 30)
    east = step.east
    north = step.north
    variance = s * s
    time = step.time
    let motion = self.motion(step)
    seen = motion.seen
    velocity = motion.velocity
    known = motion.known
  }

  private func motion(
    _ step: PositionFilterTests.Step
  ) -> (velocity: (east: Double, north: Double), known: Bool, seen: Bool) {
    var velocity = (east: 0.0, north: 0.0)
    var isKnown = false
    var isSeen = seen
    if let speed = step.speed {
      isKnown = step.track != nil || speed < 0.5
      if isKnown && speed > 0.7 { isSeen = true }
      if isKnown, speed >= 0.3, let track = step.track {
        velocity = (speed * sin(track * .pi / 180), speed * cos(track * .pi / 180))
      }
    }
    return (velocity, isKnown && isSeen, isSeen)
  }

  mutating func take(_ step: PositionFilterTests.Step) {
    guard step.time > time else { return }
    let s = min(max(step.sigma, 2), 30)
    let now = motion(step)
    let d = step.time - time
    let dd = min(d, 3)
    if now.known && known {
      east += (now.velocity.east + velocity.east) / 2 * dd
      north += (now.velocity.north + velocity.north) / 2 * dd
      variance += max(0.3, 0.15 * s) * max(0.3, 0.15 * s) * dd
    } else {
      variance += 64 * dd
    }
    if d > 3 { variance += 4 * (d - 3) * (d - 3) }
    let noise = s * s * 20 / min(d, 20)
    let gain = variance / (variance + noise)
    var e = (east: step.east - east, north: step.north - north)
    let length = (e.east * e.east + e.north * e.north).squareRoot()
    let limit = max(8, 2.5 * variance.squareRoot())
    if length > limit {
      e = (e.east * limit / length, e.north * limit / length)
    }
    east += gain * e.east
    north += gain * e.north
    variance *= 1 - gain
    astray = length > 12 + 3 * s ? astray + min(d, 5) : 0
    if astray > 20 {
      east = step.east
      north = step.north
      variance = s * s
      astray = 0
    }
    time = step.time
    velocity = now.velocity
    known = now.known
    seen = now.seen
  }
}
