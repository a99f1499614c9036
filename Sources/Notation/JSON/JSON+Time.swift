package import Geofence

extension JSON {
  /// The time, if it is a string with a time of RFC 3339.
  package var timestamp: Timestamp? { string.flatMap(Timestamp.init(rfc3339:)) }
}
