import Foundation

/// One second of a walk on foot, by metres to the north-east of 47° N 15° E.
struct Footstep {
  let second: Int
  let east: Double
  let north: Double

  /// Metres per second and degrees.
  let speed: Double
  let track: Double

  /// A walk along these places at 1.4 m/s, one step a second.
  static func walk(along places: [(Double, Double)]) -> [Footstep] {
    var steps: [Footstep] = []
    for (start, end) in zip(places, places.dropFirst()) {
      let (east, north) = (end.0 - start.0, end.1 - start.1)
      let length = (east * east + north * north).squareRoot()
      let track = (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
      for way in stride(from: 0, to: length, by: 1.4) {
        steps.append(
          Footstep(
            second: steps.count, east: start.0 + east * way / length,
            north: start.1 + north * way / length, speed: 1.4, track: track))
      }
    }
    return steps
  }

  /// A number of seconds around one place.
  static func stand(seconds: Int, east: Double, north: Double) -> [Footstep] {
    (0..<seconds).map { second in
      let sway = second.isMultiple(of: 2) ? 0.5 : -0.5
      return Footstep(second: second, east: east + sway, north: north, speed: 0.02, track: 0)
    }
  }

  /// Its position in degrees.
  var latitude: Double { 47 + north / 111_170 }
  var longitude: Double { 15 + east / 76_057 }

  /// The sentences of a receiver: RMC and GGA.
  var sentences: [String] {
    let clock = String(format: "09%02d%02d.00", second / 60, second % 60)
    let place = String(
      format: "47%09.6f,N,015%09.6f,E", (latitude - 47) * 60, (longitude - 15) * 60)
    return [
      String(format: "GPRMC,\(clock),A,\(place),%.2f,%.1f,030626,,,A", speed * 3600 / 1852, track),
      "GPGGA,\(clock),\(place),1,08,0.90,271.0,M,0.0,M,,",
    ].map { body in
      "$\(body)*\(String(format: "%02X", body.utf8.reduce(0, ^)))"
    }
  }
}

extension GPSDaemon {
  /// Sends the steps at a multiple of real time, until all are sent or they are no longer wanted.
  func walk(_ steps: [Footstep], speed: Double, while isWanted: () -> Bool) {
    let start = ContinuousClock.now
    for step in steps where isWanted() {
      let wait = .seconds(Double(step.second) / speed) - start.duration(to: .now)
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      send(step.sentences)
    }
  }
}
