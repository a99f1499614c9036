/// A crossing or a stay that was confirmed.
public struct Event: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The carrier came in.
    case enter
    /// The carrier went out.
    case exit
    /// The carrier has stayed inside for the region's dwell time.
    case dwell
  }

  /// The number of the event; numbers never repeat and never skip.
  public let sequence: Int

  /// The kind of the event.
  public let kind: Kind

  /// The identifier of the region.
  public let region: String

  /// The region's note.
  public let note: String?

  /// The time of the fix or of the deadline that confirmed the event.
  public let time: Timestamp

  /// The estimated time at which the border was passed, where that is known.
  public let crossed: Timestamp?

  /// The time of the first fix that was past the border, where that is known.
  public let detected: Timestamp?

  /// The position that the receiver reported when the event was confirmed.
  public let coordinate: Coordinate

  /// gpsd's estimate of that position's horizontal error in metres.
  public let eph: Double?

  /// The metres past the border when the event was confirmed, towards the side that it reports;
  /// inside for a dwell.
  public let depth: Double?

  /// The time without a trusted fix in which the border was passed; `nil` if the passage was seen.
  public let blind: Duration?

  /// Whether the beginning of the region's hours caused the event, and not a crossing.
  public let isScheduled: Bool

  /// Creates an event.
  public init(
    sequence: Int, kind: Kind, region: String, note: String? = nil, time: Timestamp,
    crossed: Timestamp? = nil, detected: Timestamp? = nil, coordinate: Coordinate,
    eph: Double? = nil, depth: Double? = nil, blind: Duration? = nil, isScheduled: Bool = false
  ) {
    self.sequence = sequence
    self.kind = kind
    self.region = region
    self.note = note
    self.time = time
    self.crossed = crossed
    self.detected = detected
    self.coordinate = coordinate
    self.eph = eph
    self.depth = depth
    self.blind = blind
    self.isScheduled = isScheduled
  }
}

extension Event: CustomStringConvertible {
  /// The event as one line: the time in UTC, the kind, the region and the note.
  public var description: String { line(time: time.rfc3339) }

  /// The event as one line that begins with its time in the caller's form.
  package func line(time: String) -> String {
    let word =
      switch kind {
      case .enter: "enter"
      case .exit: "exit "
      case .dwell: "dwell"
      }
    var line = "\(time)  \(word)  \(region)"
    if let note { line += "  - \(note)" }
    if let blind { line += "  (not seen for \(Self.tenths(blind.inSeconds)) s)" }
    if isScheduled { line += "  (its hours have begun)" }
    return line
  }

  /// A number with one decimal, which is left out if it is zero.
  private static func tenths(_ number: Double) -> String {
    let text = "\((number * 10).rounded() / 10)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
