import Foundation

/// One second of a simulated ride to the east through a ring of 50 m, starting at 09:00 UTC.
struct Epoch {
  /// Seconds since the start of the ride.
  let second: Double

  /// Metres east of the centre of the ring; without a position when `nil`.
  let east: Double?

  /// Metres per second to the east, as gpsd reports it.
  var speed = 5.0

  /// Degrees from north, as gpsd reports it.
  var track = 90.0

  static let latitude = 47.0
  static let longitude = 15.0

  /// The ring as a file of regions.
  static func regions(_ properties: String = "") -> String {
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"ring",
    "properties":{"radius":50\(properties)},
    "geometry":{"type":"Point","coordinates":[15.0,47.0]}}]}
    """
  }

  /// A ride at 5 m/s from 150 m west of the ring to 150 m east of it: 60 seconds.
  static let ride = (0...60).map { Epoch(second: Double($0), east: -150 + 5 * Double($0)) }

  private func clock(ahead seconds: Double) -> String {
    let whole = Int(second + seconds) + 9 * 3600
    return String(format: "%02d%02d%02d.00", whole / 3600, whole / 60 % 60, whole % 60)
  }

  private var degreesEast: Double {
    // A degree of longitude at 47° N on WGS84 is 76.057 km long.
    Self.longitude + (east ?? 0) / 76_057
  }

  /// The sentences of a receiver: RMC and GGA.
  var sentences: [String] { sentences(date: "030626", ahead: 0) }

  /// The sentences of a receiver whose clock has another date and is ahead by some seconds.
  func sentences(date: String, ahead seconds: Double) -> [String] {
    let clock = clock(ahead: seconds)
    guard east != nil else {
      return ["GPRMC,\(clock),V,,,,,,,\(date),,,N", "GPGGA,\(clock),,,,,0,00,99.99,,,,,,"]
        .map(Self.sentence)
    }
    let minutes = String(
      format: "4700.00000,N,%03d%08.5f,E", Int(degreesEast),
      (degreesEast - Double(Int(degreesEast))) * 60)
    return [
      "GPRMC,\(clock),A,\(minutes),9.72,90.0,\(date),,,A",
      "GPGGA,\(clock),\(minutes),1,08,0.90,271.0,M,0.0,M,,",
    ].map(Self.sentence)
  }

  private static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*\(String(format: "%02X", sum))"
  }

  /// The report of gpsd: a TPV.
  func report(device: String) -> String {
    let milliseconds = Int((second * 1000).rounded())
    let time = String(
      format: "2026-06-03T09:%02d:%02d.%03dZ", milliseconds / 60_000, milliseconds / 1000 % 60,
      milliseconds % 1000)
    guard east != nil else {
      return #"{"class":"TPV","device":"\#(device)","mode":1,"time":"\#(time)"}"#
    }
    let place = String(format: #""lat":47.0,"lon":%.9f"#, degreesEast)
    return """
      {"class":"TPV","device":"\(device)","mode":3,"time":"\(time)",\(place),\
      "track":\(track),"speed":\(speed),"eph":17.1}
      """
  }
}
