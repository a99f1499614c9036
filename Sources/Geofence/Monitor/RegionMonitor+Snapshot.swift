extension RegionMonitor {
  /// The complete state of a monitor, from which another monitor continues.
  ///
  /// A `Memory` is enough for a restart; a snapshot also has the pending crossings and the position
  /// filter, to the last digit.
  public struct Snapshot: Codable, Sendable {
    fileprivate var blindLimit: Duration
    fileprivate var nextSequence: Int
    fileprivate var lastFix: TrustedFix?
    fileprivate var blindSince: Instant?
    fileprivate var position: PositionFilter?
    fileprivate var previous: Sight?
    fileprivate var seenEarlier: Timestamp?
    fileprivate var placeEarlier: Coordinate?
    fileprivate var wanderEarlier: Double?
    fileprivate var start: Instant?
    fileprivate var firstFix: Instant?
    fileprivate var step: Duration?
    fileprivate var interval: Duration?
    // Both `nil` in walks of releases without hours.
    fileprivate var starts: Memory.Starts?
    fileprivate var hoursTime: Timestamp?
    fileprivate var approaches: Approaches?
    // `nil` without the rules that few regions have, and in walks of older releases.
    fileprivate var book: CourseBook?
    fileprivate var speed: SpeedWatch?
    fileprivate var gates: [String: GateWatch]?
    // What an earlier monitor knew of them; `nil` from the first fix on, and in older walks.
    fileprivate var gatesEarlier: Memory?
    // The most frequent state of regions that the carrier has not come near; `regions` has the
    // rest.
    fileprivate var usual: WatchedRegion.Distant
    fileprivate var regions: [String: WatchedRegion.Knowledge]
  }

  /// The complete state of the monitor.
  public var snapshot: Snapshot {
    var counts: [WatchedRegion.Distant: Int] = [:]
    for one in watched {
      if let distant = one.distant { counts[distant, default: 0] += 1 }
    }
    // Any of the most frequent states serves, but equal monitors must be written alike.
    let usual = counts.max {
      ($0.value, $0.key.rest.rawValue, $0.key.isConfirmed ? 1 : 0)
        < ($1.value, $1.key.rest.rawValue, $1.key.isConfirmed ? 1 : 0)
    }
    var snapshot = Snapshot(
      blindLimit: blindLimit, nextSequence: nextSequence, lastFix: lastFix, blindSince: blindSince,
      position: position, previous: previous, seenEarlier: earlier.seen,
      placeEarlier: earlier.coordinate, wanderEarlier: earlier.wander, start: start,
      firstFix: firstFix, step: step,
      interval: interval, starts: timetable.memory(of: watched), hoursTime: timetable.time,
      approaches: approaches.isEmpty ? nil : approaches,
      book: book.isEmpty ? nil : book, speed: limited.isEmpty ? nil : speed,
      gates: gates.isEmpty ? nil : gateSnapshot,
      gatesEarlier: gates.isEmpty || lastFix != nil ? nil : earlier,
      usual: usual?.key ?? WatchedRegion.Distant(rest: .unknown, isConfirmed: false), regions: [:])
    for one in watched where one.distant != snapshot.usual {
      snapshot.regions[one.region.id] = one.knowledge
    }
    return snapshot
  }

  /// The regions that were placed last, including the expired and the disabled ones.
  public var placed: [Region] { watched.map(\.region) + disabled }

  /// Whether this placement has exactly the regions that were placed last.
  public func watches(_ placement: Placement) -> Bool {
    // Both are in the order of identifiers.
    placement.watched.count == watched.count && placement.disabled == disabled
      && zip(placement.watched, watched).allSatisfy { $0.region == $1.region }
  }

  /// Creates a monitor that continues from a snapshot.
  ///
  /// - Parameter regions: The `placed` regions of the monitor from which the snapshot was made.
  public init(regions: [Region], snapshot: Snapshot) {
    var memory = Memory(
      nextSequence: snapshot.nextSequence, seen: snapshot.seenEarlier,
      coordinate: snapshot.placeEarlier, starts: snapshot.starts, wander: snapshot.wanderEarlier,
      gates: snapshot.gatesEarlier?.gates ?? [:],
      crossedGates: snapshot.gatesEarlier?.crossedGates ?? [])
    memory.crossedPlaces = snapshot.gatesEarlier?.crossedPlaces ?? [:]
    self.init(
      regions: regions, blindLimit: snapshot.blindLimit, memory: memory, start: snapshot.start)
    lastFix = snapshot.lastFix
    patience = Self.patience(lastFix?.interval, blindLimit: blindLimit)
    blindSince = snapshot.blindSince
    position = snapshot.position
    previous = snapshot.previous
    firstFix = snapshot.firstFix
    step = snapshot.step
    interval = snapshot.interval
    if let time = snapshot.hoursTime { timetable.update(at: time) }
    resumeApproaches(snapshot.approaches)
    if let book = snapshot.book { self.book.resume(book) }
    if let speed = snapshot.speed { self.speed = speed }
    for (index, place) in gates.enumerated() {
      gateWatches[index] = snapshot.gates?[watched[place].region.id] ?? GateWatch()
    }
    adopt(usual: WatchedRegion.Knowledge(snapshot.usual), others: snapshot.regions)
  }
}
