/// A fix that passed the filter: complete, in order, and with its place on the timeline.
public struct TrustedFix: Codable, Hashable, Sendable {
  /// The time by the receiver's clock, for labels.
  public let time: Timestamp

  /// The same moment on the timeline on which everything is decided.
  public let instant: Instant

  /// The position that the receiver reports.
  public let coordinate: Coordinate

  /// The standard deviation of each horizontal axis in metres.
  public let sigma: Double

  /// The source of `sigma`; `nil` where it was not stored, as in walks of older releases.
  public let accuracySource: AccuracySource?

  /// The speed over ground in metres per second, as reported.
  public let speed: Double?

  /// The course over ground in degrees from true north, as reported.
  public let track: Double?

  /// gpsd's own estimate of the horizontal error in metres, for labels.
  public let eph: Double?

  /// The kind of solution, as reported; `nil` where none is, as in walks of older releases.
  public let solution: Fix.Solution?

  /// The metres by which fixes wander under signals as weak as these; `nil` for none.
  public let wander: Double?

  /// Whether the fixes before it were wrong, so that their effects must be dropped.
  public let restarts: Bool

  /// Whether the receiver's clock has run on for long enough that its date can be believed.
  ///
  /// A receiver may start in the wrong year, so nothing may end or begin by an unproven date.
  public let isDateProven: Bool

  /// The interval at which the receiver reports; `nil` while it is not known.
  public let interval: Duration?

  // `nil` for false, as in walks of older releases.
  private let impossible: Bool?

  /// Whether its date cannot be right: nothing is judged by it.
  public var isDateImpossible: Bool { impossible ?? false }

  /// Creates a fix that the caller vouches for.
  public init(
    time: Timestamp, instant: Instant, coordinate: Coordinate, sigma: Double = 3,
    speed: Double? = nil, track: Double? = nil, eph: Double? = nil, restarts: Bool = false,
    isDateProven: Bool = true, accuracySource: AccuracySource? = nil,
    isDateImpossible: Bool = false, interval: Duration? = nil, solution: Fix.Solution? = nil,
    wander: Double? = nil
  ) {
    self.time = time
    self.instant = instant
    self.coordinate = coordinate
    self.sigma = sigma
    self.speed = speed
    self.track = track
    self.eph = eph
    self.restarts = restarts
    self.isDateProven = isDateProven
    self.accuracySource = accuracySource
    impossible = isDateImpossible ? true : nil
    self.interval = interval
    self.solution = solution
    self.wander = wander
  }
}
