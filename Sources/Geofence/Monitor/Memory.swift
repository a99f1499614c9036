/// The stored state of a monitor, from which another monitor continues.
public struct Memory: Codable, Hashable, Sendable {
  /// The state of one region.
  public struct Known: Codable, Hashable, Sendable {
    /// The state that was confirmed last.
    public var state: RegionState

    /// The stay inside that continues.
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

  /// The position of the last trusted fix.
  public var coordinate: Coordinate?

  /// The regions whose state was known, by identifier.
  ///
  /// The state of any other region was outside if the region is far from the last fix, and
  /// otherwise unknown.
  public var regions: [String: Known]

  /// The standard deviation by which fixes wandered while the carrier stood, in metres; `nil` if
  /// that was not seen.
  public var wander: Double?

  /// The first event of each region of a course, since the last reset.
  public var course: [String: Timestamp] = [:]

  /// The time over a limit of speed that was reported, and whose end was not.
  public var speeding: Speeding?

  /// The crossings of gates that were not confirmed yet, by region.
  public var gates: [String: Passage] = [:]

  /// The gates whose last crossing is later than the position.
  public var crossedGates: Set<String> = []

  /// The places at which those crossings were confirmed, where they are known.
  public var crossedPlaces: [String: Place] = [:]

  /// The place of the carrier at a time.
  public struct Place: Codable, Hashable, Sendable {
    /// The position.
    public var coordinate: Coordinate

    /// The time of its fix.
    public var time: Timestamp

    /// Creates a record.
    public init(coordinate: Coordinate, time: Timestamp) {
      (self.coordinate, self.time) = (coordinate, time)
    }
  }

  /// A time over a limit of speed.
  public struct Speeding: Codable, Hashable, Sendable {
    /// The identifier of the region.
    public var region: String

    /// The time at which the limit was passed.
    public var since: Timestamp

    /// The top speed in kilometres per hour.
    public var topSpeed: Double

    /// Creates a record.
    public init(region: String, since: Timestamp, topSpeed: Double) {
      (self.region, self.since, self.topSpeed) = (region, since, topSpeed)
    }
  }

  /// A crossing of a gate.
  public struct Passage: Codable, Hashable, Sendable {
    /// The side to which it leads.
    public var side: Event.Side

    /// The time at which the line was crossed.
    public var crossed: Timestamp

    /// Creates a record.
    public init(side: Event.Side, crossed: Timestamp) {
      (self.side, self.crossed) = (side, crossed)
    }
  }

  /// The beginnings of hours that were handled; `nil` if no region reports them.
  public var starts: Starts?

  /// The beginnings of hours that were handled, so that each is reported once.
  public struct Starts: Codable, Hashable, Sendable {
    /// All beginnings until this time were handled.
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
    regions: [String: Known] = [:], starts: Starts? = nil, wander: Double? = nil,
    gates: [String: Passage] = [:], crossedGates: Set<String> = []
  ) {
    self.nextSequence = nextSequence
    self.seen = seen
    self.coordinate = coordinate
    self.regions = regions
    self.starts = starts
    self.wander = wander
    self.gates = gates
    self.crossedGates = crossedGates
  }
}

/// A stay inside a region, from the entry on.
public struct Stay: Codable, Hashable, Sendable {
  /// The time at which the entry was confirmed.
  public var since: Timestamp

  /// Whether the dwell event was reported.
  public var isReported: Bool

  /// Creates a stay that began at this time.
  public init(since: Timestamp, isReported: Bool = false) {
    self.since = since
    self.isReported = isReported
  }
}
