package import Geofence

extension JSON {
  /// The time, if it is the text of one as RFC 3339 has it.
  package var timestamp: Timestamp? { string.flatMap(Timestamp.init(rfc3339:)) }
}
