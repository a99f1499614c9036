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

  /// How far past the border, in metres, a crossing must lead before it counts.
  public var cushion: Double

  /// How long a crossing must last before it is confirmed.
  public var linger: Duration

  /// How long inside, after the entry, a dwell event is reported; never when `nil`.
  public var dwell: Duration?

  /// How sure Picket is before it reports a crossing.
  public var sense: Sense

  /// How often a carrier on the wrong side is reminded; never when `nil`.
  public var reminder: ReminderRule?

  /// When the approach cue plays; never when `nil`.
  public var approach: ApproachRule?

  /// The time after which the region is no longer watched.
  public var expires: Timestamp?

  /// The name of a signal that replaces those of its events.
  public var signal: String?

  /// The class of regions to which it belongs, such as those inside of which a light is on.
  public var category: String?

  /// The identifiers of regions that take their points away from this one.
  ///
  /// A place is inside only if it is inside this region's shape and inside none of those, whether
  /// or not their own time has come. A name that would take the region away from itself, through
  /// others, has no effect, nor has an unknown one. In a circle of more than eight regions, each of
  /// the others takes away its shape as if the circle did not exclude anything from it.
  public var exclude: [String]

  /// The hours in which it reports; always when `nil`.
  ///
  /// Outside of them its state goes on in silence.
  public var active: Hours?

  /// Whether it reports when a span of its hours begins and the carrier is on the side that it
  /// reports.
  public var reportsStart: Bool

  /// Whether it is watched; if not, its points are still excluded from others.
  public var isEnabled: Bool

  /// Creates a region; cushion and linger are zero and the sense is `even` when they are not given.
  public init(
    id: String, shape: Shape, note: String? = nil, notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true, cushion: Double = 0, linger: Duration = .zero,
    sense: Sense = .even, dwell: Duration? = nil, reminder: ReminderRule? = nil,
    expires: Timestamp? = nil, signal: String? = nil, category: String? = nil,
    exclude: [String] = [], active: Hours? = nil, reportsStart: Bool = false,
    isEnabled: Bool = true
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
  }
}

/// Where the carrier is with regard to a region.
public enum RegionState: String, Codable, Hashable, Sendable {
  /// Not yet determined.
  case unknown
  /// Confirmed to be inside.
  case inside
  /// Confirmed to be outside.
  case outside
}
