/// Watches regions: trusted fixes in, findings and the next deadline out.
///
/// It receives the time with every call and reads no clock. When `deadline` has come without a new
/// fix, call `deadlineReached(at:)`.
public struct RegionMonitor: Sendable {
  /// The time without a trusted fix after which the monitor is blind, at least.
  public let blindLimit: Duration

  /// The time without a trusted fix after which the monitor is blind: three intervals of a receiver
  /// that reports less often than the blind limit allows.
  ///
  /// It is stored, since a computed one would copy the monitor for each fix.
  public internal(set) var patience: Duration

  /// The last trusted fix.
  public internal(set) var lastFix: TrustedFix?

  /// The instant since which no fix could be trusted; `nil` while sighted.
  public internal(set) var blindSince: Instant?

  /// The number that the next event will have.
  public internal(set) var nextSequence: Int

  /// The instant at which to call `deadlineReached(at:)` if no fix comes; `nil` while only a fix
  /// can lead to a finding.
  ///
  /// The deadline is read far more often than it changes.
  public private(set) var deadline: Instant?

  // The instant at which the first pending crossing or stay is due, whether or not a fix must come
  // before that.
  private(set) var confirmation: Instant?
  // The time between the last two fixes, and the time after which the next fix is expected.
  var step: Duration?
  var interval: Duration?
  // The regions that are not watched; they may still take points away from others.
  var disabled: [Region] = []
  // In the order of identifiers, as a placement has them.
  var watched: [WatchedRegion] = []
  // The regions that can change their state without coming nearer, in the same order.
  var active: [Int] = []
  // Kept so that a fix allocates nothing.
  var looked: [Int] = []
  // The regions that have expired by the date.
  var expiries = Expiries()
  // The regions that are within their hours.
  var timetable = Timetable()
  var index: RegionIndex
  let isFlat: Bool
  var position: PositionFilter?
  var approaches = Approaches()
  // The rules that few regions have: the places with a limit of speed, a heading or a gate.
  var book = CourseBook()
  var speed = SpeedWatch()
  var limited: [Int] = []
  var headed: [Int] = []
  var gates: [Int] = []
  // In the order of the gates.
  var gateWatches: [GateWatch] = []
  var previous: Sight?
  // The last observation of an earlier monitor.
  let earlier: Memory
  let start: Instant?
  var firstFix: Instant?
  // The last deadline that was applied.
  private(set) var lastDecision: Instant?
  // Always `nil`. A structure with an existential stays in its place when it is lent: without it,
  // compilers up to Swift 6.3 copy the 1.6 kB of a monitor, or the 5 kB of its owner, for most calls.
  private let inPlace: (any Sendable)? = nil

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - regions: The regions to watch. If two have the same identifier, the last is watched.
  ///   - blindLimit: The time without a trusted fix after which the monitor is blind.
  ///   - memory: The memory of an earlier monitor, from which this monitor continues.
  ///   - start: The instant at which monitoring starts; the blind limit counts from there.
  public init(
    regions: [Region], blindLimit: Duration = .seconds(10), memory: Memory = Memory(),
    start: Instant? = nil
  ) {
    self.init(
      regions: regions, blindLimit: blindLimit, memory: memory, start: start, isFlat: false)
  }

  /// Creates a monitor that, if it is flat, looks at all regions at each fix.
  init(
    regions: [Region], blindLimit: Duration, memory: Memory, start: Instant?, isFlat: Bool
  ) {
    self.blindLimit = blindLimit
    patience = blindLimit
    nextSequence = memory.nextSequence
    var earlier = Memory(
      seen: memory.seen, coordinate: memory.coordinate, wander: memory.wander,
      gates: memory.gates, crossedGates: memory.crossedGates)
    earlier.crossedPlaces = memory.crossedPlaces
    self.earlier = earlier
    self.start = start
    self.isFlat = isFlat
    index = RegionIndex([], isFlat: isFlat)
    let last = memory.coordinate.map { TangentPlane(at: Ellipsoid.vector($0)) }
    var placement = Placement(regions, isFlat: isFlat)
    for place in placement.watched.indices {
      if let known = memory.regions[placement.watched[place].region.id] {
        placement.watched[place].resume(known.state, stay: known.stay)
      } else if let last, placement.watched[place].isFar(at: last) {
        // A region that is not remembered was far away, so the carrier was outside.
        placement.watched[place].resume(.outside)
      }
    }
    swap(&placement)
    timetable.resume(memory.starts, place(of:))
    book.resume(memory.course)
    if let speeding = memory.speeding { speed.resume(speeding) }
  }

  /// Adopts the remembered states of the placed regions.
  mutating func adopt(
    usual: WatchedRegion.Knowledge, others: [String: WatchedRegion.Knowledge]
  ) {
    for index in watched.indices {
      watched[index].knowledge = others[watched[index].region.id] ?? usual
    }
    active = watched.indices.filter { !watched[$0].isSettled }
    endRegions(reported: Set(expired))
  }

  // MARK: State

  /// The regions that are watched, by identifier; the dictionary is made for each call.
  public var regions: [String: Region] {
    Dictionary(uniqueKeysWithValues: watching.values.map { ($0.id, $0) })
  }

  /// The regions that are watched, in place.
  package var watching: WatchedRegions { WatchedRegions(watched) }

  /// The state of a region as it is shown; `nil` when it is not watched.
  public func state(of id: String) -> RegionState? {
    place(of: id).map { watched[$0].shown }
  }

  /// The side of a region's border that was confirmed last; `nil` when it is not watched.
  public func side(of id: String) -> RegionState? {
    place(of: id).map { watched[$0].state }
  }

  /// The place of a region among the watched regions; `nil` when it is not watched.
  func place(of id: String) -> Int? {
    guard let place = watched.place(of: id), !watched[place].isExpired else { return nil }
    return place
  }

  /// The state of each region that is watched as it is shown, by identifier in order.
  ///
  /// A region that the carrier has not come near is outside once the carrier's place is known.
  public var states: [(id: String, state: RegionState)] {
    watched.lazy.filter { !$0.isExpired }.map { ($0.region.id, $0.shown) }
  }

  /// The identifiers of the regions that have expired, in order.
  public var expired: [String] {
    watched.lazy.filter(\.isExpired).map(\.region.id)
  }

  /// The identifiers of the regions that the carrier is surely inside, in order.
  public var inside: [String] {
    var found: [String] = []
    for index in active where !watched[index].isExpired && watched[index].shown == .inside {
      found.append(watched[index].region.id)
    }
    return found
  }

  /// The identifiers of the regions whose state may no longer hold, in order.
  ///
  /// A loop, since a closure would copy the monitor, for each fix.
  public var unsure: [String] {
    var found: [String] = []
    for index in active where !watched[index].isExpired && watched[index].isUnsure {
      found.append(watched[index].region.id)
    }
    return found
  }

  /// Whether the last fix is believed; false before the first one.
  package var believesFixes: Bool { previous?.isTrusted ?? false }

  // MARK: Time

  /// Sets the deadline that follows from the rest of the state.
  mutating func setDeadline() {
    (deadline, confirmation) = (nil, hoursDeadline)
    for index in active where !watched[index].isExpired {
      if !watched[index].isHeld, !watched[index].watches.isEmpty {
        confirmation = .earliest(confirmation, watched[index].watches[0].deadline)
      }
      confirmation = .earliest(confirmation, dwellDeadline(of: index))
    }
    defer { deadline = .earliest(deadline, approaches.deadline) }
    // While blind, nothing is confirmed: crossings wait for the next fix.
    guard blindSince == nil, let blind = blindDeadline else { return }
    deadline = blind
    guard let confirmation, let fixDue, confirmation < fixDue else { return }
    deadline = min(blind, confirmation)
  }

  /// The instant at which the next fix is due.
  ///
  /// From then on that fix may be on its way and may contradict a pending crossing, so a deadline
  /// waits for it. Until the interval of the fixes is known, they may come as rarely as the blind
  /// limit allows.
  var fixDue: Instant? {
    lastFix?.instant.advanced(by: interval ?? patience)
  }

  private var blindDeadline: Instant? {
    (lastFix?.instant ?? start)?.advanced(by: patience)
  }

  /// Applies the deadlines up to this instant, without a new fix.
  ///
  /// It confirms only the pending crossings that are due before the next fix is. The rest wait for
  /// that fix, which may contradict them.
  public mutating func deadlineReached(at now: Instant) -> [Finding] {
    findings { $0 <= now }
  }

  /// The patience with a receiver that reports at an interval, which is `nil` while not known.
  static func patience(_ interval: Duration?, blindLimit: Duration) -> Duration {
    guard let interval else { return blindLimit }
    // Multiplying a duration takes ten times as long as adding it.
    return max(blindLimit, interval + interval + interval)
  }

  mutating func findings(due isDue: (Instant) -> Bool) -> [Finding] {
    var findings: [Finding] = []
    while let deadline, isDue(deadline) {
      if let end = approaches.deadline, end <= deadline {
        endCue(by: end, into: &findings)
        setDeadline()
      } else if let blind = blindDeadline, blind <= deadline {
        blindSince = lastFix?.instant ?? start
        findings.append(.blind(since: lastFix?.time))
        setDeadline()
      } else {
        findings += findingsDue(at: deadline)
      }
    }
    return findings
  }

  /// Confirms the pending crossings that are due at exactly this instant.
  mutating func findingsDue(at deadline: Instant) -> [Finding] {
    var findings: [Finding] = []
    if let fix = lastFix {
      let time = fix.time.advanced(by: fix.instant.duration(to: deadline))
      updateHours(at: time, of: fix)
      for index in active where !watched[index].isExpired {
        if watched[index].deadlineReached(at: deadline) {
          findings += crossed(index, fix, at: deadline, time: time)
        }
        findings += stayed(index, fix, at: deadline, time: time)
      }
      reportStarts(fix, at: deadline, time: time, into: &findings)
    }
    endCueOfCrossed(at: deadline, into: &findings)
    lastDecision = deadline
    setDeadline()
    return findings
  }
}
