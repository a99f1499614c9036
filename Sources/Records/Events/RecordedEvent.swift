package import Base
package import Geofence

/// An event as it is read from the journal, to bring an older state up to date.
package struct RecordedEvent: Hashable, Sendable {
  /// The number of the event.
  package let sequence: Int

  /// The kind of the event.
  package let kind: Event.Kind

  /// The identifier of the region.
  package let region: String

  /// The time at which it was confirmed.
  package let time: Timestamp

  /// Whether the border was passed while no fix could be trusted.
  package let isBlind: Bool

  /// Whether the beginning of the region's hours caused it.
  package let isScheduled: Bool

  /// The time at which the border or the limit was passed, where that is known.
  package let crossed: Timestamp?

  /// The top speed over a limit in kilometres per hour.
  package let topSpeed: Double?

  /// The position of the fix that confirmed it; `nil` if the journal does not have it exactly.
  package let coordinate: Coordinate?

  /// The number, the kind and the region of an event, whether its time is known or not; `nil` of a
  /// line that is not an event.
  package static func subject(
    of fields: [String: JSON]
  ) -> (sequence: Int, kind: Event.Kind, region: String)? {
    guard let sequence = fields["seq"]?.integer, sequence > 0,
      let kind = fields["event"]?.string.flatMap(Event.Kind.init),
      let region = fields["region"]?.string
    else { return nil }
    return (sequence, kind, region)
  }

  /// Reads a line of the journal; `nil` when it is not an event whose time is known.
  package init?(_ fields: [String: JSON]) {
    guard let subject = Self.subject(of: fields), let time = fields["time"]?.timestamp else {
      return nil
    }
    (sequence, kind, region) = subject
    self.time = time
    isBlind = fields["blind"] != nil
    crossed = fields["crossed"]?.timestamp
    topSpeed = fields["topSpeed"]?.number
    isScheduled = fields["scheduled"] == .boolean(true)
    // Of a position that looks coarse, an exact one is hardly ever the cause.
    coordinate = Coordinate(fields).flatMap { Positions.coarse.shown($0) != $0 ? $0 : nil }
  }
}

extension Coordinate {
  /// Reads the members `lat` and `lon` of an object; `nil` when they are no place on the earth.
  package init?(_ fields: [String: JSON]) {
    guard let latitude = fields["lat"]?.number, let longitude = fields["lon"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
    guard isValid else { return nil }
  }
}

extension JSON {
  /// The time, if it is a string with a time of RFC 3339.
  package var timestamp: Timestamp? { string.flatMap(Timestamp.init(rfc3339:)) }
}
