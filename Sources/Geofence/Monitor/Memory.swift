/// The stored state of a monitor, from which another one goes on.
public struct Memory: Codable, Hashable, Sendable {
  /// The state of one region.
  public struct Known: Codable, Hashable, Sendable {
    /// The state that was confirmed last.
    public var state: RegionState

    /// The stay inside that goes on.
    public var stay: Stay?

    /// Creates a record of a confirmed state.
    public init(state: RegionState, stay: Stay? = nil) {
      self.state = state
      self.stay = stay
    }
  }

  /// The number that the next event will have.
  public var nextSequence: Int

  /// The time of the last trusted fix.
  public var seen: Timestamp?

  /// Where the last trusted fix was.
  public var coordinate: Coordinate?

  /// The regions whose state was known, by identifier.
  ///
  /// A region that is not among them was outside if it is far from the last
  /// fix, and unknown if it is not.
  public var regions: [String: Known]

  /// Which beginnings of hours were looked at; `nil` if no region reports any.
  public var starts: Starts?

  /// Which beginnings of hours were looked at, so that each is reported once.
  public struct Starts: Codable, Hashable, Sendable {
    /// All beginnings until this time were looked at.
    public var seen: Timestamp

    /// The regions with a beginning not reported yet, since their state was not clear.
    public var open: [String] = []

    /// By region: the beginning after `seen` that an event has reported.
    public var reported: [String: Timestamp] = [:]

    /// Creates a record of all beginnings until a time.
    public init(seen: Timestamp) { self.seen = seen }
  }

  /// Creates a memory; without arguments, that of a monitor that has seen nothing.
  public init(
    nextSequence: Int = 1, seen: Timestamp? = nil, coordinate: Coordinate? = nil,
    regions: [String: Known] = [:], starts: Starts? = nil
  ) {
    self.nextSequence = nextSequence
    self.seen = seen
    self.coordinate = coordinate
    self.regions = regions
    self.starts = starts
  }
}

/// A stay inside a region, from the entry on.
public struct Stay: Codable, Hashable, Sendable {
  /// When the entry was confirmed.
  public var since: Timestamp

  /// Whether the dwell event was reported.
  public var isReported: Bool

  /// Creates a stay that began at this time.
  public init(since: Timestamp, isReported: Bool = false) {
    self.since = since
    self.isReported = isReported
  }
}
