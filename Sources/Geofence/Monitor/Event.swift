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
    /// The carrier is faster than the region allows.
    case speeding
    /// The carrier is no longer faster than the region allows.
    case speedOK
    /// The carrier crossed a gate.
    case cross

    /// Whether the carrier passed the border of an area.
    package var isCrossing: Bool { self == .enter || self == .exit }

    /// The kinds that a table of these numbers of events has: those of every region, and others that
    /// came.
    package static func shown(in counts: some Sequence<[Kind: Int]>) -> [Kind] {
      let came = counts.reduce(into: Set<Kind>()) { $0.formUnion($1.keys) }
      return allCases.filter { $0.isCrossing || $0 == .dwell || came.contains($0) }
    }
  }

  /// The side of a gate, seen along its line from the first corner to the last.
  public enum Side: String, Codable, Hashable, Sendable {
    /// The carrier came to the left side.
    case left
    /// The carrier came to the right side.
    case right
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

  /// The class of the region.
  public let category: String?

  /// The filtered motion of the carrier; `nil` where no filter follows the carrier.
  public let motion: Motion?

  /// The top speed in kilometres per hour since the limit was passed; `nil` for other events.
  public let topSpeed: Double?

  /// The time over the limit; `nil` for other events.
  public let duration: Duration?

  /// The side of the gate to which the carrier came; `nil` for other events.
  public let side: Side?

  /// The carrier's motion by the filter when an event was confirmed.
  public struct Motion: Hashable, Sendable {
    /// The speed in metres per second.
    public let speed: Double

    /// The course in degrees from true north; `nil` while the carrier may stand.
    public let track: Double?

    /// The standard deviation of the filtered position along each axis, in metres.
    public let sigma: Double?

    /// Creates a motion.
    public init(speed: Double, track: Double? = nil, sigma: Double? = nil) {
      (self.speed, self.track, self.sigma) = (speed, track, sigma)
    }
  }

  /// Creates an event.
  public init(
    sequence: Int, kind: Kind, region: String, note: String? = nil, time: Timestamp,
    crossed: Timestamp? = nil, detected: Timestamp? = nil, coordinate: Coordinate,
    eph: Double? = nil, depth: Double? = nil, blind: Duration? = nil, isScheduled: Bool = false,
    category: String? = nil, motion: Motion? = nil, topSpeed: Double? = nil,
    duration: Duration? = nil, side: Side? = nil
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
    self.category = category
    self.motion = motion
    self.topSpeed = topSpeed
    self.duration = duration
    self.side = side
  }
}

extension Event: CustomStringConvertible {
  /// The event as one line: the time in UTC, the kind, the region and the note.
  public var description: String { line(time: time.rfc3339) }

  /// The event as one line that begins with its time in the caller's form.
  package func line(time: String) -> String {
    let word = kind == .exit ? "exit " : kind.rawValue
    var line = "\(time)  \(word)  \(region)"
    if let side { line += "  (to the \(side.rawValue))" }
    if let paceWords { line += "  (\(paceWords))" }
    if let note { line += "  - \(note)" }
    if let blind { line += "  (not seen for \(Self.tenths(blind.inSeconds)) s)" }
    if isScheduled { line += "  (its hours have begun)" }
    return line
  }

  /// The top speed of an event of a limit of speed, and the time over it, in words.
  package var paceWords: String? {
    topSpeed.map { Self.paceWords($0, over: duration?.inSeconds) }
  }

  /// A top speed in kilometres per hour, and the seconds over the limit, in words.
  package static func paceWords(_ topSpeed: Double, over seconds: Double?) -> String {
    "\(tenths(topSpeed)) km/h"
      + (seconds.map { " at most, over the limit for \(tenths($0)) s" } ?? "")
  }

  /// A number with one decimal, which is left out if it is zero.
  private static func tenths(_ number: Double) -> String {
    let text = "\((number * 10).rounded() / 10)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A result of the monitor's work.
public enum Finding: Hashable, Sendable {
  /// A crossing or a stay was confirmed.
  case event(Event)
  /// A region's state became known, or changed without a requested event.
  case determined(String, RegionState)
  /// A gate is near or may have been crossed: the state is worth saving.
  case noted(String)
  /// No fix could be trusted for too long; the last one was at this time.
  case blind(since: Timestamp?)
  /// A fix can be trusted, the first ever or the first after this long.
  case sighted(at: Timestamp, unseen: Duration?)
  /// A region's time has come and it is no longer watched.
  case expired(String)
  /// A region is watched again: its time was over by a date that the receiver has corrected.
  case resumed(String)
  /// From this instant on another approach cue plays, or no cue.
  case cue(Cue?, at: Instant)
}

extension Finding {
  /// Whether another cue plays from then on.
  package var isCue: Bool { if case .cue = self { true } else { false } }

  /// Whether it says the same, apart from the place and the motion of the carrier.
  package func isSame(as other: Finding) -> Bool {
    guard case .event(let event) = self, case .event(let old) = other else { return self == other }
    return (event.sequence, event.kind, event.region) == (old.sequence, old.kind, old.region)
  }
}
