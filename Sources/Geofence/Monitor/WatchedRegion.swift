/// One region and its state.
struct WatchedRegion: Sendable {
  let region: Region

  /// The area, without the points that other regions take away.
  let area: Shape

  /// Farther outside than this many metres, nothing can be pending for the region.
  let margin: Double

  /// A ball that holds all positions that are not far away.
  let ball: Ball

  // Whether it is a gate, which has no inside; kept here, since it is read for each look.
  private let isGate: Bool

  /// The watch of the border while the border is not far away, else nothing.
  ///
  /// An optional would take hundreds of bytes for each of the many regions that are far away.
  private(set) var watches: [BorderWatch] = [] { didSet { noteState() } }

  var stay: Stay? {
    didSet {
      guard let hours = region.active, stay?.since != oldValue?.since else { return }
      guard let dwell = region.dwell, let stay else { return dwellInHours = nil }
      dwellInHours = hours.wait(for: dwell, from: stay.since)
    }
  }

  // The duration of the stay at which the dwell time within the region's hours is over.
  private(set) var dwellInHours: Duration?

  /// The start of the stay on the timeline, once there is a timeline.
  var stayStart: Instant?

  /// The instant at which the dwell time last changed: before that, another time was due.
  private(set) var dwellChange: Instant?

  /// Whether the last position was within the border: a carrier that may be leaving does not stay.
  private(set) var isWithin = false

  /// Whether the region has expired and is no longer watched.
  var isExpired = false { didSet { noteState() } }

  /// Whether the state cannot change as long as the region is far away.
  ///
  /// It is stored, since a computed one would copy the region for each fix.
  private(set) var isSettled = false

  /// The state that was confirmed last.
  ///
  /// It is stored for the same reason: each event saves those of all regions.
  private(set) var state: RegionState

  /// Whether the state may no longer hold.
  private(set) var isUnsure = false

  // Whether what is due waits for the fix that has just come, which contradicts it.
  var isHeld = false

  // Whether the state is from a crossing or an earlier run, not only apparent.
  private var isConfirmed: Bool
  // The state while nothing watches the border.
  private var rest: RegionState { didSet { noteState() } }
  private var inradius: Double?
  // A place without a border near, and its side.
  private var open: Open?

  /// A place without a border near.
  fileprivate struct Open: Codable, Hashable {
    let middle: Vector
    let depth: Double
  }

  /// Starts with an unknown state.
  init(_ region: Region, area: Shape) {
    self.region = region
    self.area = area
    isGate = region.isGate
    margin = max(200, 2 * region.cushion)
    ball = area.ball.enlarged(by: margin)
    // A gate has no inside.
    rest = region.isGate ? .outside : .unknown
    state = rest
    isConfirmed = region.isGate
  }

  /// Goes on from a state that was confirmed earlier.
  mutating func resume(_ state: RegionState, stay: Stay? = nil) {
    guard !isGate else { return }
    rest = state
    isConfirmed = state != .unknown
    self.stay = stay
  }

  /// Begins with the carrier inside, if it is within the border by three deviations of its place.
  mutating func beginInside(from sight: Sight, fix: TrustedFix) {
    guard !isGate, depth(at: sight.plane) > 3 * sight.sigma else { return }
    resume(.inside)
    begin(at: fix.instant, time: fix.time)
  }

  /// Goes on from an earlier region with the same identifier.
  ///
  /// - Parameter now: The instant of the change, or the latest known instant before it.
  mutating func resume(from old: WatchedRegion, at now: Instant?) {
    resume(old.state, stay: old.stay)
    stayStart = old.stayStart
    dwellChange = old.region.dwell == region.dwell ? old.dwellChange : now
    isConfirmed = old.isConfirmed
    // Few regions are near, and comparing the areas of all others takes long.
    guard !old.watches.isEmpty || old.isWithin || old.inradius != nil,
      old.region.cushion == region.cushion, old.region.linger == region.linger,
      old.region.sense == region.sense, old.area == area
    else { return }
    watches = old.watches
    isWithin = old.isWithin
    inradius = old.inradius
  }

  /// The state as it is shown: `unsure` where the last confirmed side may no longer hold.
  @inline(__always) var shown: RegionState { isUnsure ? .unsure : state }

  /// A copy of the watch of the border; `nil` while the border is far away.
  var watch: BorderWatch? { watches.first }

  private mutating func noteState() {
    if watches.isEmpty {
      (state, isUnsure) = (rest, false)
    } else {
      (state, isUnsure) = (watches[0].state, watches[0].isUnsure)
    }
    isSettled = isExpired || (watches.isEmpty && rest == .outside)
  }

  // Keeps the memory of the watch, so that coming near again allocates nothing.
  private mutating func endWatch() {
    if !watches.isEmpty { watches.removeAll(keepingCapacity: true) }
  }

  /// Whether the state is known and the last fix agrees with it.
  var isClear: Bool { state != .unknown && (state == .inside) == isWithin }

  /// Begins a stay if the new state is inside, and ends the stay otherwise.
  mutating func begin(at instant: Instant, time: Timestamp) {
    let isInside = state == .inside
    stay = isInside ? Stay(since: time) : nil
    stayStart = isInside ? instant : nil
  }

  // MARK: Looks

  /// The result of a look.
  enum StateChange {
    case nothing
    /// The state became known, or the apparent state turned out to be wrong.
    case determined
    /// A crossing of the border was confirmed.
    case crossed
  }

  /// Looks at the border from the carrier's position.
  ///
  /// Far away from a region, the carrier counts as outside unless it was inside. All looks but the
  /// last are forgotten, so it makes no difference whether the region is looked at while it is far
  /// away.
  mutating func observe(from sight: Sight, after previous: Sight?) -> StateChange {
    guard !isGate else { return .nothing }
    isHeld = false
    let observation = observation(from: sight)
    let before = state
    if before != .inside, isFar(observation) {
      endWatch()
      rest = .outside
      stay = nil
      stayStart = nil
      isWithin = false
      return .nothing
    }
    if watches.isEmpty { watches.append(freshWatch(after: previous)) }
    // In place, since a copy of the watch would cost as much as its decision.
    let outcome = watches[0].receive(observation)
    isWithin = observation.depth > 0
    switch outcome {
    case .crossed:
      isConfirmed = true
      return .crossed
    case .corrected: return .determined
    case .nothing: return state != before ? .determined : .nothing
    }
  }

  /// Whether a position is far outside, where no crossing can be pending.
  ///
  /// - Parameter more: The additional metres that are needed.
  func isFar(at plane: TangentPlane, by more: Double = 0) -> Bool {
    !ball.enlarged(by: more).contains(plane.origin)
      || area.depth(at: plane, within: reach) <= -margin - more
  }

  /// Confirms a crossing that has lasted long enough; returns whether there was a crossing.
  mutating func deadlineReached(at instant: Instant) -> Bool {
    let isCrossed =
      !isHeld && !watches.isEmpty && watches[0].deadlineReached(at: instant)
    if isCrossed { isConfirmed = true }
    return isCrossed
  }

  /// Watches the region again after it counted as expired, with the state that was confirmed last.
  mutating func wake() {
    isExpired = false
    rest = state
    endWatch()
    isWithin = false
  }

  /// Forgets a state that was never confirmed: the fixes that gave it were wrong.
  mutating func forgetGuess() {
    guard !isConfirmed else { return }
    endWatch()
    rest = .unknown
    stay = nil
    stayStart = nil
    isWithin = false
  }

  private mutating func observation(from sight: Sight) -> BorderWatch.Observation {
    let depth = depth(at: sight.plane)
    // Saves half of the work on the confirmed side, where the raw fix does not count.
    let isPast = state == .unknown || (state == .inside ? depth < 0 : depth > 0)
    // Far from the border the depth gives the way: metres of error do not matter there.
    let advance =
      abs(depth) < BorderWatch.motionReach
      ? sight.before.map { depth - area.depth(at: $0, within: reach) } : nil
    return BorderWatch.Observation(
      depth: depth, rawDepth: isPast || depth <= -margin ? self.depth(at: sight.raw) : nil,
      sigma: sight.sigma, own: sight.own, advance: advance, velocityKnown: sight.velocityKnown,
      thousandths: sight.thousandths,
      stands: sight.stands, wander: sight.wander, isTrusted: sight.isTrusted,
      instant: sight.instant, unseen: sight.unseen)
  }

  /// The depth, within the reach up to which metres are measured.
  ///
  /// Where the border is more than twice that far away, the depth is not computed again until the
  /// carrier has moved by the reach.
  private mutating func depth(at plane: TangentPlane) -> Double {
    if let open, (plane.origin - open.middle).squaredLength < reach * reach { return open.depth }
    let depth = area.depth(at: plane, within: 2 * reach + 1)
    open =
      abs(depth) > 2 * reach ? Open(middle: plane.origin, depth: depth > 0 ? reach : -reach) : nil
    return min(reach, max(-reach, depth))
  }

  private func isFar(_ observation: BorderWatch.Observation) -> Bool {
    observation.depth <= -margin && (observation.rawDepth ?? .infinity) <= -margin
  }

  /// A new watch with the state and, if the carrier was far away, the previous look.
  private mutating func freshWatch(after previous: Sight?) -> BorderWatch {
    // A watch compares at most 0.6 of the inradius with three standard deviations or the cushion.
    let most = max(200, 8 * region.cushion)
    let inradius = inradius ?? area.inradius(upTo: most)
    self.inradius = inradius
    var watch = BorderWatch(
      cushion: region.cushion, linger: region.linger, inradius: inradius,
      sense: region.sense, state: rest)
    if rest == .outside, let previous {
      let observation = observation(from: previous)
      if isFar(observation) { _ = watch.receive(observation) }
    }
    return watch
  }

  /// The depth and height up to which metres are measured: more than a car covers while not blind.
  var reach: Double { max(1000, margin + 1) }
}

extension WatchedRegion {
  /// The state of a region, without the region itself.
  struct Knowledge: Codable, Sendable {
    fileprivate var watch: BorderWatch?
    fileprivate var stay: Stay?
    fileprivate var stayStart: Instant?
    fileprivate var dwellChange: Instant?
    fileprivate var isWithin = false
    fileprivate(set) var isExpired = false
    fileprivate var isConfirmed: Bool
    fileprivate var rest: RegionState
    fileprivate var open: Open?

    /// Creates the state of a region that the carrier has not come near.
    init(_ distant: Distant) {
      rest = distant.rest
      isConfirmed = distant.isConfirmed
    }

    fileprivate init(_ region: WatchedRegion) {
      watch = region.watch
      stay = region.stay
      stayStart = region.stayStart
      dwellChange = region.dwellChange
      isWithin = region.isWithin
      isExpired = region.isExpired
      isConfirmed = region.isConfirmed
      rest = region.rest
      // Where nothing is watched, the place is computed again, with the same result.
      open = region.watches.isEmpty ? nil : region.open
    }
  }

  /// The state of a region that the carrier has not come near.
  struct Distant: Codable, Hashable, Sendable {
    var rest: RegionState
    var isConfirmed: Bool
  }

  /// The state of a region that the carrier has not come near; `nil` for any other region.
  var distant: Distant? {
    watches.isEmpty && stay == nil && !isExpired
      ? Distant(rest: rest, isConfirmed: isConfirmed) : nil
  }

  /// The state of the region, without the region itself.
  var knowledge: Knowledge {
    get { Knowledge(self) }
    set {
      watches = newValue.watch.map { [$0] } ?? []
      stay = newValue.stay
      stayStart = newValue.stayStart
      dwellChange = newValue.dwellChange
      isWithin = newValue.isWithin
      isExpired = newValue.isExpired
      isConfirmed = newValue.isConfirmed
      rest = newValue.rest
      open = newValue.open
    }
  }
}
