#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import Geofence

/// Trusted fixes around one place, as on a real walk.
enum Walk {
  static let home = Coordinate(latitude: 46.05, longitude: 14.5)
  static let epoch = Timestamp(nanoseconds: 1_780_000_000_000_000_000)
  static let start = Instant(.seconds(5000))

  static func time(_ seconds: Double) -> Timestamp {
    epoch.advanced(by: .milliseconds(Int64((seconds * 1000).rounded())))
  }

  static func instant(_ seconds: Double) -> Instant {
    start.advanced(by: .milliseconds(Int64((seconds * 1000).rounded())))
  }

  static func fix(
    _ seconds: Double, east: Double, north: Double = 0, speed: Double? = nil,
    track: Double? = nil, eph: Double? = nil, isDateProven: Bool = true
  ) -> TrustedFix {
    TrustedFix(
      time: time(seconds), instant: instant(seconds),
      coordinate: home.offset(east: east, north: north), sigma: 2, speed: speed, track: track,
      eph: eph, isDateProven: isDateProven)
  }

  /// One fix a second along a line to the east or, with a negative speed, to the west.
  static func line(
    from start: Double, to end: Double, speed: Double, at second: Double = 0
  ) -> [TrustedFix] {
    stride(from: start, through: end, by: speed).enumerated().map { index, east in
      fix(
        second + Double(index), east: east, speed: abs(speed), track: speed > 0 ? 90 : 270,
        eph: 9.5)
    }
  }

  /// The fixes of a carrier that goes to and fro for ten minutes, with a receiver's errors.
  ///
  /// Speed and course change, the error of a fix resembles the previous one,
  /// some fixes are wild, some are missing, and there are a few gaps.
  static func random(seed: Int, fixes: Int = 600) -> [TrustedFix] {
    var generator = SeededGenerator(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double {
      .random(in: range, using: &generator)
    }
    let hasSpeed = seed % 4 != 0
    var position = (east: random(-150...150), north: random(-150...150))
    var error = (east: 0.0, north: 0.0)
    var heading = random(0...360)
    var speed = random(0...6)
    var seconds = 0.0
    return (0..<fixes).map { _ in
      let chance = random(0...1)
      let step = chance < 0.005 ? random(11...60).rounded() : chance < 0.03 ? 3.5 : 1
      seconds += step
      // Towards the start when it is far away, otherwise in any direction.
      let distance = (position.east * position.east + position.north * position.north)
        .squareRoot()
      if distance > 250 {
        heading = atan2(-position.east, -position.north) * 180 / .pi
      } else {
        heading += random(-25...25)
      }
      speed = min(8, max(0, speed + random(-0.6...0.6)))
      position.east += speed * step * sin(heading * .pi / 180)
      position.north += speed * step * cos(heading * .pi / 180)
      error.east = 0.97 * error.east + random(-2...2)
      error.north = 0.97 * error.north + random(-2...2)
      let wild = random(0...1) < 0.01 ? random(30...90) : 0
      return fix(
        seconds, east: position.east + error.east + wild, north: position.north + error.north,
        speed: hasSpeed ? max(0, speed + random(-0.2...0.2)) : nil,
        track: hasSpeed && speed > 0.2 ? heading : nil, eph: 12)
    }
  }

  /// Regions of every shape and with every property, some of them overlapping.
  static let regions: [Region] = [
    Region(
      id: "circle", shape: .circle(Circle(center: home.offset(east: 60, north: 0), radius: 80)!),
      note: "big"),
    Region(
      id: "small", shape: .circle(Circle(center: home.offset(east: -80, north: 40), radius: 15)!),
      dwell: .seconds(5)),
    Region(
      id: "slow", shape: .circle(Circle(center: home.offset(east: -40, north: -60), radius: 70)!),
      cushion: 5, linger: .milliseconds(8250), dwell: .milliseconds(20_500)),
    Region(
      id: "ring",
      shape: .polygon(
        Polygon(parts: [
          [
            PolygonTests.corners(around: home, east: 180, north: 120),
            PolygonTests.corners(around: home, east: 60, north: 40),
          ]
        ])!), linger: .seconds(3)),
    Region(
      id: "lane",
      shape: .corridor(
        Corridor(
          lines: [[home.offset(east: -300, north: -20), home.offset(east: 300, north: 30)]],
          width: 50)!), dwell: .seconds(12)),
    Region(
      id: "quiet", shape: .circle(Circle(center: home, radius: 100)!), notifyOnEntry: false,
      linger: .milliseconds(1500)),
  ]
}

extension TrustedFix {
  /// The same fix with another date of the receiver.
  func dated(_ time: Timestamp, isProven: Bool) -> TrustedFix {
    TrustedFix(
      time: time, instant: instant, coordinate: coordinate, sigma: sigma, speed: speed,
      track: track, eph: eph, restarts: restarts, isDateProven: isProven)
  }
}
