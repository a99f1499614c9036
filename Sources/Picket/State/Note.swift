package import Geofence
internal import Notation
internal import Outputs

/// A line of the journal that is no event: what changed around the monitor.
package struct Note: Hashable, Sendable {
  /// What changed.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The controller started.
    case start
    /// The controller ended.
    case stop
    /// No fix can be trusted any more.
    case blind
    /// A fix can be trusted again.
    case sighted
    /// What stands between the receiver and a fix.
    case gpsd
    /// An output or the button failed, or works again.
    case output
    /// The configuration or the regions were read again, or refused.
    case configuration
    /// A region is no longer watched.
    case expired
    /// A region is watched again: the date by which its time was over was wrong.
    case resumed
    /// The carrier marked a moment.
    case mark
    /// Signals that may not have sounded before a restart.
    case unsounded
    /// Something that is written down cannot be, or can again.
    case storage
  }

  /// What changed.
  package let kind: Kind

  /// What changed, for a person.
  package let text: String

  /// When, as far as the receiver has said it.
  package let time: Timestamp?

  /// Where, if that matters.
  package let coordinate: Coordinate?

  /// gpsd's estimate of that position's horizontal error in metres.
  package let eph: Double?

  /// Creates a note.
  package init(
    _ kind: Kind, _ text: String, time: Timestamp?, coordinate: Coordinate? = nil,
    eph: Double? = nil
  ) {
    self.kind = kind
    self.text = text
    self.time = time
    self.coordinate = coordinate
    self.eph = eph
  }

  /// The note as one line of JSON.
  ///
  /// - Parameters:
  ///   - uptime: How long the board had been running: the time may not be known.
  ///   - positions: How exactly it says where.
  ///   - isWritten: Whether it is in the journal, or is shown before that.
  package func json(uptime: Duration, positions: Positions, isWritten: Bool = true) -> String {
    var line = JSONLine()
    line.add("event", kind.rawValue)
    line.add("time", time?.rfc3339)
    line.add("uptime", uptime.inSeconds, decimals: 3)
    line.add("text", text)
    if let coordinate = positions.shown(coordinate) {
      line.add("lat", coordinate.latitude, decimals: 9)
      line.add("lon", coordinate.longitude, decimals: 9)
      line.add("eph", eph, decimals: 2)
    }
    if !isWritten { line.add("unwritten", true) }
    return line.text
  }
}

/// How exactly the journal says where the carrier was.
package enum Positions: String, CaseIterable, Hashable, Sendable {
  /// As the receiver said it.
  case exact
  /// To a hundredth of a degree, about a kilometre.
  case coarse
  /// Not at all.
  case none

  /// A position as the journal may say it.
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
