package import Base
package import Geofence

/// A line of the journal that is not an event: a change around the monitor.
package struct Note: Hashable, Sendable {
  /// The change.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The controller started.
    case start
    /// The controller ended.
    case stop
    /// No fix can be trusted any more.
    case blind
    /// A fix can be trusted again.
    case sighted
    /// The states of regions may no longer hold.
    case unsure
    /// All states hold again.
    case sure
    /// The reception changed: the connection to gpsd, the device or the kind of fix.
    case gpsd
    /// An output or the button failed, or works again.
    case output
    /// The configuration or the regions were read again, or refused.
    case configuration
    /// A region is no longer watched.
    case expired
    /// A region is watched again: it had expired by a wrong date.
    case resumed
    /// The carrier marked a moment.
    case mark
    /// The carrier was reminded of being on the wrong side of a border.
    case reminder
    /// An anchor was dropped or lifted.
    case anchor
    /// An alarm of a region that latches began.
    case alarm
    /// The carrier ended reminders or alarms.
    case acknowledged
    /// A person elsewhere gave an order that the carrier could have given, too.
    case order
    /// The course of regions began anew.
    case course
    /// Signals that may not have sounded before a restart.
    case unsounded
    /// A file of Picket's cannot be written, or can be written again.
    case storage
  }

  /// The change.
  package let kind: Kind

  /// The change, for a person.
  package let reason: Reason

  /// The change in English.
  package var text: String { reason.text }

  /// The time of the change; `nil` before the receiver has reported the time.
  package let time: Timestamp?

  /// The place of the change, if that matters.
  package let coordinate: Coordinate?

  /// gpsd's estimate of that position's horizontal error in metres.
  package let eph: Double?

  /// The regions that the change is about, if it names them.
  package let regions: [String]

  /// The most bytes of a text: one note must not push events out of the journal.
  package static let mostBytes = 2000

  /// Creates a note; the end of a text that is too long is left out.
  package init(
    _ kind: Kind, _ reason: Reason, time: Timestamp?, coordinate: Coordinate? = nil,
    eph: Double? = nil, regions: [String] = []
  ) {
    self.regions = regions
    self.kind = kind
    let text = reason.text
    self.reason =
      text.utf8.count > Self.mostBytes ? Reason(verbatim: text.cut(to: Self.mostBytes)) : reason
    self.time = time
    self.coordinate = coordinate
    self.eph = eph
  }

  /// Creates a note of a text that reads the same in each language.
  package init(
    _ kind: Kind, _ text: String, time: Timestamp?, coordinate: Coordinate? = nil,
    eph: Double? = nil, regions: [String] = []
  ) {
    self.init(
      kind, Reason(verbatim: text), time: time, coordinate: coordinate, eph: eph, regions: regions)
  }

  /// The note as one line of JSON.
  ///
  /// - Parameters:
  ///   - uptime: The time since the start of the board, since the time of day may be unknown.
  ///   - positions: The exactness of its position.
  ///   - isWritten: Whether it is in the journal; if not, the line is marked as unwritten.
  package func json(uptime: Duration, positions: Positions, isWritten: Bool = true) -> String {
    var line = JSONLine()
    line.add("event", kind.rawValue)
    line.add("time", time?.rfc3339)
    line.add("uptime", uptime.inSeconds, decimals: 3)
    line.add("text", text)
    if reason.verbatim == nil {
      for (name, value) in reason.members.sorted(by: { $0.key < $1.key }) { line.add(name, value) }
    }
    if !regions.isEmpty { line.add("regions", regions) }
    if let coordinate = positions.shown(coordinate) {
      line.add("lat", coordinate.latitude, decimals: 9)
      line.add("lon", coordinate.longitude, decimals: 9)
      line.add("eph", eph, decimals: 2)
    }
    if !isWritten { line.add("unwritten", true) }
    return line.text
  }
}

/// The exactness of the carrier's positions in the journal.
package enum Positions: String, CaseIterable, Hashable, Sendable {
  /// As the receiver reported them.
  case exact
  /// To a hundredth of a degree, about a kilometre.
  case coarse
  /// Left out.
  case none

  /// A position as exact as the journal may have it.
  package func shown(_ coordinate: Coordinate?) -> Coordinate? {
    guard let coordinate else { return nil }
    switch self {
    case .exact: return coordinate
    case .coarse:
      return Coordinate(
        latitude: (coordinate.latitude * 100).rounded() / 100,
        longitude: (coordinate.longitude * 100).rounded() / 100)
    case .none: return nil
    }
  }
}
