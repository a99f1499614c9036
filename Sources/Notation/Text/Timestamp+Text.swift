package import Geofence

extension Timestamp {
  /// The time of day in UTC: 09:14:31.0.
  package func timeOfDay(tenths: Bool = true) -> String {
    String(rfc3339.dropFirst(11).prefix(tenths ? 10 : 8))
  }

  /// The day in UTC: 2026-06-03.
  package var day: String { String(rfc3339.prefix(10)) }
}

extension JSON {
  /// The time, if it is a string with a time of RFC 3339.
  package var timestamp: Timestamp? { string.flatMap(Timestamp.init(rfc3339:)) }
}
