/// Watches regions: trusted fixes in, findings and the next deadline out.
///
/// It is handed the time with every call and reads no clock. When `deadline`
/// has come without a new fix, call `deadlineReached(at:)`.
public struct RegionMonitor: Sendable {
  /// How long without a trusted fix makes it blind.
  public let blindLimit: Duration

  /// The regions that are watched, by identifier.
  public private(set) var regions: [String: Region] = [:]

  /// The last trusted fix.
  public private(set) var lastFix: TrustedFix?

  /// Since when no fix could be trusted; `nil` while sighted.
  public private(set) var blindSince: Instant?

  /// The number that the next event will have.
  public private(set) var nextSequence: Int

  // In the order of identifiers, so that the order in a file decides nothing.
  private var watched: [Watched] = []
  private var position: PositionFilter?
  private var seenEarlier: Timestamp?
  private let start: Instant?

  /// One region with what is known about it.
  private struct Watched {
    let region: Region
    var watch: BorderWatch
    var stay: Stay?
    // The same moment as the start of the stay, once there is a timeline.
    var stayStart: Instant?
    // Whether the last position was within the border: who may be leaving does not stay.
    var isWithin = false
  }

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - regions: What to watch. Of two with one identifier the last is watched.
  ///   - blindLimit: How long without a trusted fix makes it blind.
  ///   - memory: What an earlier monitor knew, to go on from there.
  ///   - start: When monitoring starts; the blind limit counts from there.
  public init(
    regions: [Region], blindLimit: Duration = .seconds(10), memory: Memory = Memory(),
    start: Instant? = nil
  ) {
    self.blindLimit = blindLimit
    nextSequence = memory.nextSequence
    seenEarlier = memory.seen
    self.start = start
    for region in regions { self.regions[region.id] = region }
    watched = self.regions.values.sorted { $0.id < $1.id }.map { region in
      let known = memory.regions[region.id]
      return Watched(
        region: region, watch: Self.watch(region, known?.state ?? .unknown), stay: known?.stay)
    }
  }

  /// Watches these regions from now on.
  ///
  /// A region that keeps its identifier keeps its confirmed state; what was
  /// pending for it is dropped when its shape or thresholds changed.
  public mutating func watch(_ regions: [Region]) {
    var kept: [String: Watched] = [:]
    for one in watched { kept[one.region.id] = one }
    self.regions = [:]
    for region in regions { self.regions[region.id] = region }
    watched = self.regions.values.sorted { $0.id < $1.id }.map { region in
      guard let old = kept[region.id] else {
        return Watched(region: region, watch: Self.watch(region, .unknown))
      }
      let same =
        old.region.shape == region.shape && old.region.cushion == region.cushion
        && old.region.linger == region.linger
      return Watched(
        region: region, watch: same ? old.watch : Self.watch(region, old.watch.state),
        stay: old.stay, stayStart: old.stayStart, isWithin: same && old.isWithin)
    }
  }

  private static func watch(_ region: Region, _ state: RegionState) -> BorderWatch {
    BorderWatch(
      cushion: region.cushion, linger: region.linger, inradius: region.shape.inradius,
      state: state)
  }

  // MARK: State

  /// The state of a region; `nil` when it is not watched.
  public func state(of id: String) -> RegionState? {
    watched.first { $0.region.id == id }?.watch.state
  }

  /// The identifiers of the regions that the carrier is inside, in order.
  public var inside: [String] {
    watched.filter { $0.watch.state == .inside }.map(\.region.id)
  }

  /// What another monitor must know to go on from here.
  public var memory: Memory {
    var memory = Memory(nextSequence: nextSequence, seen: lastFix?.time ?? seenEarlier)
    for one in watched where one.watch.state != .unknown {
      memory.regions[one.region.id] = Memory.Known(state: one.watch.state, stay: one.stay)
    }
    return memory
  }

  // MARK: Time

  /// When it wants to be asked again if no fix comes; `nil` when only a fix can tell more.
  public var deadline: Instant? {
    // Blind, nothing is confirmed: crossings wait for the next fix.
    guard blindSince == nil, let blind = blindDeadline else { return nil }
    return watched.reduce(blind) { earliest, one in
      min(earliest, one.watch.deadline ?? earliest, dwellDeadline(of: one) ?? earliest)
    }
  }

  private var blindDeadline: Instant? {
    (lastFix?.instant ?? start)?.advanced(by: blindLimit)
  }

  private func dwellDeadline(of one: Watched) -> Instant? {
    guard one.watch.state == .inside, one.isWithin, let dwell = one.region.dwell,
      let stay = one.stay, !stay.told
    else { return nil }
    return one.stayStart?.advanced(by: dwell)
  }

  /// Finds what has come about by this instant without a new fix.
  public mutating func deadlineReached(at now: Instant) -> [Finding] {
    var findings: [Finding] = []
    while let deadline, deadline <= now {
      findings += findingsDue(at: deadline)
    }
    return findings
  }

  /// Finds what is due at exactly the next deadline.
  private mutating func findingsDue(at deadline: Instant) -> [Finding] {
    var findings: [Finding] = []
    if let fix = lastFix {
      let time = fix.time.advanced(by: fix.instant.duration(to: deadline))
      for index in watched.indices {
        if watched[index].watch.deadlineReached(at: deadline) {
          findings += crossed(index, fix, at: deadline, time: time)
        }
        findings += stayed(index, fix, at: deadline, time: time)
      }
    }
    if let blindDeadline, blindDeadline <= deadline {
      blindSince = lastFix?.instant ?? start
      findings.append(.blind(since: lastFix?.time))
    }
    return findings
  }

  // MARK: Fixes

  /// Takes the next trusted fix in.
  ///
  /// What was due before it is found first, so that it makes no difference
  /// whether a deadline was asked for in time.
  public mutating func receive(_ fix: TrustedFix) -> [Finding] {
    var findings: [Finding] = []
    while let deadline, deadline < fix.instant {
      findings += findingsDue(at: deadline)
    }
    let unseen = unseen(before: fix)
    if blindSince != nil || lastFix == nil {
      blindSince = nil
      findings.append(.sighted(at: fix.time, unseen: unseen))
    }
    expire(at: fix.time, into: &findings)

    position?.receive(fix)
    let position = position ?? PositionFilter(fix)
    self.position = position
    lastFix = fix
    let raw = TangentPlane(at: Ellipsoid.vector(fix.coordinate))
    for index in watched.indices {
      let shape = watched[index].region.shape
      let look = BorderWatch.Look(
        depth: shape.depth(at: position.plane), rawDepth: shape.depth(at: raw),
        sigma: position.sigma, velocityKnown: position.velocityKnown, instant: fix.instant,
        unseen: unseen)
      let before = watched[index].watch.state
      watched[index].isWithin = look.depth > 0
      if watched[index].watch.receive(look) {
        findings += crossed(index, fix, at: fix.instant, time: fix.time)
      } else if watched[index].watch.state != before {
        begin(index, at: fix.instant, time: fix.time)
        findings.append(.determined(watched[index].region.id, watched[index].watch.state))
      } else if let stay = watched[index].stay, watched[index].stayStart == nil {
        // A stay from before a restart: only the receiver's clock can tell how long.
        let gone = max(.zero, stay.since.duration(to: fix.time))
        watched[index].stayStart = fix.instant.advanced(by: .zero - gone)
      }
      findings += stayed(index, fix, at: fix.instant, time: fix.time)
    }
    return findings
  }

  /// How long nothing was seen before this fix, when that is longer than the limit.
  private func unseen(before fix: TrustedFix) -> Duration? {
    let gap: Duration
    if let last = lastFix {
      gap = last.instant.duration(to: fix.instant)
    } else if let seenEarlier {
      // From before a restart only the receiver's clock can tell.
      gap = max(.zero, seenEarlier.duration(to: fix.time))
    } else if let start {
      gap = start.duration(to: fix.instant)
    } else {
      return nil
    }
    return gap > blindLimit ? gap : nil
  }

  private mutating func expire(at time: Timestamp, into findings: inout [Finding]) {
    for one in watched {
      guard let expires = one.region.expires, expires <= time else { continue }
      regions[one.region.id] = nil
      findings.append(.expired(one.region.id))
    }
    watched.removeAll { regions[$0.region.id] == nil }
  }

  // MARK: Events

  /// A region has a new state, and if that is inside, a stay begins.
  private mutating func begin(_ index: Int, at instant: Instant, time: Timestamp) {
    let inside = watched[index].watch.state == .inside
    watched[index].stay = inside ? Stay(since: time) : nil
    watched[index].stayStart = inside ? instant : nil
  }

  /// The border of a region was crossed for good.
  private mutating func crossed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    begin(index, at: instant, time: time)
    let one = watched[index]
    let entered = one.watch.state == .inside
    guard entered ? one.region.notifyOnEntry : one.region.notifyOnExit else {
      return [.determined(one.region.id, one.watch.state)]
    }
    // By the present clock of the receiver, which may have been set since.
    let crossed = one.watch.passage?.instant.map { time.advanced(by: instant.duration(to: $0)) }
    return [
      event(
        entered ? .enter : .exit, one.region, fix, time: time, crossed: crossed,
        blind: one.watch.passage?.unseen)
    ]
  }

  /// The carrier may have stayed for a region's dwell time.
  private mutating func stayed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    guard let deadline = dwellDeadline(of: watched[index]), deadline <= instant else { return [] }
    watched[index].stay?.told = true
    return [event(.dwell, watched[index].region, fix, time: time, crossed: nil, blind: nil)]
  }

  private mutating func event(
    _ kind: Event.Kind, _ region: Region, _ fix: TrustedFix, time: Timestamp, crossed: Timestamp?,
    blind: Duration?
  ) -> Finding {
    defer { nextSequence += 1 }
    return .event(
      Event(
        sequence: nextSequence, kind: kind, region: region.id, note: region.note, time: time,
        crossed: crossed, coordinate: fix.coordinate, eph: fix.eph, blind: blind))
  }
}
