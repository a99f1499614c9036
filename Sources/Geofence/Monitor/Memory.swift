/// What a monitor knows that another one must be told to go on from there.
public struct Memory: Hashable, Sendable {
  /// What is known about one region.
  public struct Known: Hashable, Sendable {
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

  /// Creates a memory; without arguments, that of a monitor that has seen nothing.
  public init(
    nextSequence: Int = 1, seen: Timestamp? = nil, coordinate: Coordinate? = nil,
    regions: [String: Known] = [:]
  ) {
    self.nextSequence = nextSequence
    self.seen = seen
    self.coordinate = coordinate
    self.regions = regions
  }
}

/// A stay inside a region, from the entry on.
public struct Stay: Codable, Hashable, Sendable {
  /// When the entry was confirmed.
  public var since: Timestamp

  /// Whether the dwell event was told.
  public var told: Bool

  /// Creates a stay that began at this time.
  public init(since: Timestamp, told: Bool = false) {
    self.since = since
    self.told = told
  }
}
