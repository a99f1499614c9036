import Foundation

/// A ride to the east: 20 s of standing, 50 s at 18 km/h through a ring, then slow and to a halt.
struct OrderedRide {
  /// What the receiver does before and during the ride.
  enum Start: CaseIterable { case warm, cold, lostEpoch }

  /// The names of its sentences in each epoch.
  let order: String
  let start: Start
  /// The epochs in a second.
  let rate: Int

  /// A yard with a limit of 10 km/h, and a ring of 30 m in it.
  static let regions = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"yard","properties":{"radius":2000,"maxSpeed":10},
    "geometry":{"type":"Point","coordinates":[10,50]}},
    {"type":"Feature","id":"ring","properties":{"radius":30},
    "geometry":{"type":"Point","coordinates":[10.0017,50]}}]}
    """

  /// Its sentences, epoch by epoch.
  var epochs: [[String]] {
    var epochs: [[String]] = []
    var east = 0.0
    let cold = start == .cold ? 30 * rate : 0
    for number in -cold..<0 { epochs.append(epoch(number, east: nil, speed: 0)) }
    var number = 0
    for (seconds, speed) in [(20, 0.02), (50, 5.0), (30, 1.5), (30, 0.02)] {
      for _ in 0..<seconds * rate {
        let isLost = start == .lostEpoch && number == 22 * rate
        epochs.append(epoch(number, east: isLost ? nil : east, speed: speed))
        east += speed / Double(rate)
        number += 1
      }
    }
    return epochs
  }

  private func epoch(_ number: Int, east: Double?, speed: Double) -> [String] {
    let hundredths = 9 * 360_000 + number * 100 / rate
    let second = hundredths / 100
    let clock = String(
      format: "%02d%02d%02d.%02d", second / 3600, second / 60 % 60, second % 60, hundredths % 100)
    // A degree of longitude at 50° N on WGS84 is 71.696 km long.
    let minutes = (east ?? 0) / 71_696 * 60
    let place = String(format: "5000.00000,N,010%08.5f,E", minutes)
    let knots = String(format: "%.2f", speed / 0.514444)
    // Many receivers leave the course blank while they stand.
    let course = speed < 0.5 ? "" : "90.00"
    return order.split(separator: " ").map { name in
      Self.sentence(
        east == nil
          ? Self.withoutFix(name, clock)
          : Self.withFix(name, clock, place, knots: knots, course: course))
    }
  }

  private static func withFix(
    _ name: Substring, _ clock: String, _ place: String, knots: String, course: String
  ) -> String {
    switch name {
    case "RMC": "GPRMC,\(clock),A,\(place),\(knots),\(course),030626,,,A"
    case "VTG": "GPVTG,\(course),T,,M,\(knots),N,,K,A"
    case "GGA": "GPGGA,\(clock),\(place),1,08,1.1,200.0,M,47.0,M,,"
    case "GNS": "GNGNS,\(clock),\(place),AN,08,1.1,200.0,47.0,,"
    case "GLL": "GPGLL,\(place),\(clock),A,A"
    case "ZDA": "GPZDA,\(clock),03,06,2026,00,00"
    case "GST": "GPGST,\(clock),3.0,2.0,2.0,0.0,2.0,2.0,3.5"
    case "GSA": "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.9,1.1,1.5"
    default: "GPGSV,1,1,04,01,40,083,46,02,17,308,41,03,07,344,39,04,22,228,45"
    }
  }

  private static func withoutFix(_ name: Substring, _ clock: String) -> String {
    switch name {
    case "RMC": "GPRMC,\(clock),V,,,,,,,030626,,,N"
    case "VTG": "GPVTG,,,,,,,,,N"
    case "GGA": "GPGGA,\(clock),,,,,0,00,99.99,,,,,,"
    case "GNS": "GNGNS,\(clock),,,,,NN,00,99.99,,,,"
    case "GLL": "GPGLL,,,,,\(clock),V,N"
    case "ZDA": "GPZDA,\(clock),03,06,2026,00,00"
    case "GST": "GPGST,\(clock),,,,,,,"
    case "GSA": "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"
    default: "GPGSV,1,1,04,01,40,083,46,02,17,308,41,03,07,344,39,04,22,228,45"
    }
  }

  private static func sentence(_ body: String) -> String {
    "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
  }
}
