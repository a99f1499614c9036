/// A watched area: its identifier, its shape and its reports.
public struct Region: Hashable, Sendable {
  /// The identifier, unique among the regions that are watched together.
  public var id: String

  /// The area.
  public var shape: Shape

  /// A text that is shown with the region's events.
  public var note: String?

  /// Whether an entry is reported.
  public var notifyOnEntry: Bool

  /// Whether an exit is reported.
  public var notifyOnExit: Bool

  /// The least distance past the border, in metres, at which a crossing counts.
  public var cushion: Double

  /// The time for which a crossing must last before it is confirmed.
  public var linger: Duration

  /// The time inside, from the entry on, after which a dwell event is reported; never when `nil`.
  public var dwell: Duration?

  /// The certainty with which a crossing is reported.
  public var sense: Sense

  /// The rule for reminders to a carrier on the wrong side; there are none when `nil`.
  public var reminder: ReminderRule?

  /// The conditions under which the approach cue plays; it never plays when `nil`.
  public var approach: ApproachRule?

  /// The time after which the region is no longer watched.
  public var expires: Timestamp?

  /// The name of a signal that replaces those of its events.
  public var signal: String?

  /// The class of regions to which it belongs, such as the regions inside which a light is on.
  public var category: String?

  /// The identifiers of regions that take their points away from this one.
  ///
  /// A place is inside only if it is inside this region's shape and outside all of those regions,
  /// including those that have expired. A name has no effect if it is unknown, or if it would take
  /// the region away from itself through others. In a circle of more than eight regions, each of
  /// the others takes away its shape as if the circle did not exclude anything from it.
  public var exclude: [String]

  /// The hours in which the region reports; always when `nil`.
  ///
  /// Outside of these hours its state goes on in silence.
  public var active: Hours?

  /// Whether the region reports the carrier's side when a span of its hours begins, if it reports
  /// that side.
  public var reportsStart: Bool

  /// Whether the region is watched; if not, its points are still excluded from others.
  public var isEnabled: Bool

  /// Whether an event begins an alarm that goes on until the carrier acknowledges it.
  public var latches: Bool

  /// Whether its signals, cues and reminders are for lights only.
  public var isMuted = false

  /// The region around whose border this one lies; `nil` for a region with a geometry of its own.
  public var band: BandRule?

  /// The speed that the region allows; any speed when `nil`.
  public var speedRule: SpeedRule?

  /// The conditions of a course under which it reports.
  public var order = OrderRule()

  /// Whether it is a gate: a line that is crossed, without an inside.
  public var isGate = false

  /// Creates a region; cushion and linger are zero and the sense is `even` when they are not given.
  public init(
    id: String, shape: Shape, note: String? = nil, notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true, cushion: Double = 0, linger: Duration = .zero,
    sense: Sense = .even, dwell: Duration? = nil, reminder: ReminderRule? = nil,
    expires: Timestamp? = nil, signal: String? = nil, category: String? = nil,
    exclude: [String] = [], active: Hours? = nil, reportsStart: Bool = false,
    isEnabled: Bool = true, latches: Bool = false
  ) {
    self.id = id
    self.shape = shape
    self.note = note
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.cushion = cushion
    self.linger = linger
    self.sense = sense
    self.dwell = dwell
    self.reminder = reminder
    self.expires = expires
    self.signal = signal
    self.category = category
    self.exclude = exclude
    self.active = active
    self.reportsStart = reportsStart
    self.isEnabled = isEnabled
    self.latches = latches
  }
}

/// The side of a region's border on which the carrier is.
///
/// Crossings are from one confirmed side to the other; `unsure` is only shown.
public enum RegionState: String, Codable, Hashable, Sendable {
  /// Not yet determined.
  case unknown
  /// Confirmed to be inside.
  case inside
  /// Confirmed to be outside.
  case outside
  /// The side that was confirmed last may no longer hold; that gives no event.
  case unsure
}
