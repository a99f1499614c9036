/// One region and its state.
struct WatchedRegion: Sendable {
  let region: Region

  /// The area, without what other regions take away.
  let area: Shape

  /// Farther outside than these metres, nothing can be pending for it.
  let margin: Double

  /// Holds all positions that are not far away.
  let ball: Ball

  /// Watches the border while it is not far away.
  private(set) var watch: BorderWatch?

  var stay: Stay? {
    didSet {
      guard let hours = region.active, stay?.since != oldValue?.since else { return }
      guard let dwell = region.dwell, let stay else { return dwellInHours = nil }
      dwellInHours = hours.wait(for: dwell, from: stay.since)
    }
  }

  // How long the stay must last until the dwell time within the region's hours is over.
  private var dwellInHours: Duration?

  /// The same moment as the start of the stay, once there is a timeline.
  var stayStart: Instant?

  /// When the dwell time was changed last: until then the dwell event was due at another time.
  private var dwellChange: Instant?

  /// Whether the last position was within the border: a carrier that may be leaving does not stay.
  private(set) var isWithin = false

  /// Whether its time has come and it is no longer watched.
  var isExpired = false

  // Whether the state is from a crossing or an earlier run, not only apparent.
  private var isConfirmed: Bool
  // The state while nothing watches the border.
  private var rest: RegionState
  private var inradius: Double?
  // A place without a border near, and on which side it is.
  private var open: Open?

  /// A place that no border is near to.
  fileprivate struct Open: Codable, Hashable {
    let middle: Vector
    let depth: Double
  }

  /// Starts with nothing known about it.
  init(_ region: Region, area: Shape) {
    self.region = region
    self.area = area
    margin = max(200, 2 * region.cushion)
    ball = area.ball.enlarged(by: margin)
    rest = .unknown
    isConfirmed = false
  }

  /// Goes on from a state that was confirmed earlier.
  mutating func resume(_ state: RegionState, stay: Stay? = nil) {
    rest = state
    isConfirmed = state != .unknown
    self.stay = stay
  }

  /// Goes on from an earlier one of the same identifier.
  ///
  /// - Parameter now: The instant of the change, or the latest one before it that is known.
  mutating func goOn(from old: WatchedRegion, at now: Instant?) {
    resume(old.state, stay: old.stay)
    stayStart = old.stayStart
    dwellChange = old.region.dwell == region.dwell ? old.dwellChange : now
    isConfirmed = old.isConfirmed
    // Few are near, and to compare the areas of all others takes long.
    guard old.watch != nil || old.isWithin || old.inradius != nil,
      old.region.cushion == region.cushion, old.region.linger == region.linger,
      old.region.sense == region.sense, old.area == area
    else { return }
    watch = old.watch
    isWithin = old.isWithin
    inradius = old.inradius
  }

  /// The state that was confirmed last.
  var state: RegionState { watch?.state ?? rest }

  /// Whether its state cannot change as long as it is far away.
  var isSettled: Bool { isExpired || (watch == nil && rest == .outside) }

  /// When the dwell event is due.
  var dwellDeadline: Instant? {
    guard state == .inside, isWithin, let stay, !stay.isReported,
      let dwell = region.active == nil ? region.dwell : dwellInHours,
      let due = stayStart?.advanced(by: dwell)
    else { return nil }
    return dwellChange.map { max(due, $0) } ?? due
  }

  /// Whether the state is known and the last fix agrees with it.
  var isClear: Bool { state != .unknown && (state == .inside) == isWithin }

  /// The region has a new state, and if that is inside, a stay begins.
  mutating func begin(at instant: Instant, time: Timestamp) {
    let isInside = state == .inside
    stay = isInside ? Stay(since: time) : nil
    stayStart = isInside ? instant : nil
  }

  // MARK: Looks

  /// The result of a look.
  enum Outcome {
    case nothing
    /// The state became known, or the apparent state turned out to be wrong.
    case determined
    /// A crossing of the border was confirmed.
    case crossed
  }

  /// Looks at the border from where the carrier is.
  ///
  /// A region that is far away and is not known to be inside counts as outside. All but its last
  /// look is forgotten, so it makes no difference whether it is looked at while it is far away.
  mutating func look(from sight: Sight, after previous: Sight?) -> Outcome {
    let look = look(from: sight)
    let before = state
    if before != .inside, isFar(look) {
      watch = nil
      rest = .outside
      stay = nil
      stayStart = nil
      isWithin = false
      return .nothing
    }
    var watch = self.watch ?? freshWatch(after: previous)
    let outcome = watch.receive(look)
    self.watch = watch
    isWithin = look.depth > 0
    switch outcome {
    case .crossed:
      isConfirmed = true
      return .crossed
    case .corrected: return .determined
    case .nothing: return watch.state != before ? .determined : .nothing
    }
  }

  /// Whether a position is far outside, where no crossing can be pending.
  ///
  /// - Parameter more: How many metres farther it must be.
  func isFar(at plane: TangentPlane, by more: Double = 0) -> Bool {
    !ball.enlarged(by: more).contains(plane.origin)
      || area.depth(at: plane, within: reach) <= -margin - more
  }

  /// Confirms a crossing that has lasted long enough; returns whether there was one.
  mutating func deadlineReached(at instant: Instant) -> Bool {
    let isCrossed = watch?.deadlineReached(at: instant) ?? false
    if isCrossed { isConfirmed = true }
    return isCrossed
  }

  /// Watches it again after its time was over for a while, with the state that was confirmed last.
  mutating func wake() {
    isExpired = false
    rest = state
    watch = nil
    isWithin = false
  }

  /// Forgets a state that was never confirmed: the fixes that it came from were wrong.
  mutating func forgetGuess() {
    guard !isConfirmed else { return }
    watch = nil
    rest = .unknown
    stay = nil
    stayStart = nil
    isWithin = false
  }

  private mutating func look(from sight: Sight) -> BorderWatch.Look {
    let depth = depth(at: sight.plane)
    // Saves half of the work on the confirmed side, where the raw fix does not count.
    let isPast = state == .inside ? depth < 0 : depth > 0
    // Far from the border the depth gives the way: metres of error do not matter there.
    let advance =
      abs(depth) < BorderWatch.motionReach
      ? sight.before.map { depth - area.depth(at: $0, within: reach) } : nil
    return BorderWatch.Look(
      depth: depth, rawDepth: isPast || depth <= -margin ? self.depth(at: sight.raw) : nil,
      sigma: sight.sigma, own: sight.own, advance: advance, velocityKnown: sight.velocityKnown,
      stands: sight.stands, isTrusted: sight.isTrusted, instant: sight.instant,
      unseen: sight.unseen)
  }

  /// The depth, within the limit up to which metres are measured.
  ///
  /// Where the border is twice as far away, it is not worked out again before
  /// the carrier has come half of that.
  private mutating func depth(at plane: TangentPlane) -> Double {
    if let open, (plane.origin - open.middle).squaredLength < reach * reach { return open.depth }
    let depth = area.depth(at: plane, within: 2 * reach + 1)
    open =
      abs(depth) > 2 * reach ? Open(middle: plane.origin, depth: depth > 0 ? reach : -reach) : nil
    return min(reach, max(-reach, depth))
  }

  private func isFar(_ look: BorderWatch.Look) -> Bool {
    look.depth <= -margin && (look.rawDepth ?? .infinity) <= -margin
  }

  /// A watch that has the state and, if that was from far away, the look before this one.
  private mutating func freshWatch(after previous: Sight?) -> BorderWatch {
    // A watch compares 0.6 of it with three standard deviations, at most, or the cushion.
    let most = max(200, 8 * region.cushion)
    let inradius = inradius ?? area.inradius(upTo: most)
    self.inradius = inradius
    var watch = BorderWatch(
      cushion: region.cushion, linger: region.linger, inradius: inradius,
      sense: region.sense, state: rest)
    if rest == .outside, let previous {
      let look = look(from: previous)
      if isFar(look) { _ = watch.receive(look) }
    }
    return watch
  }

  /// Up to this depth and height metres are measured: farther than a car comes while not blind.
  private var reach: Double { max(1000, margin + 1) }
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

    /// A region that the carrier has not come near.
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
      // Where nothing is watched, it is computed again, with the same result.
      open = watch == nil ? nil : region.open
    }
  }

  /// The state of a region that the carrier has not come near.
  struct Distant: Codable, Hashable, Sendable {
    var rest: RegionState
    var isConfirmed: Bool
  }

  /// All that is known about a region that the carrier has not come near; made without the rest.
  var distant: Distant? {
    watch == nil && stay == nil && !isExpired ? Distant(rest: rest, isConfirmed: isConfirmed) : nil
  }

  /// Its state.
  var knowledge: Knowledge {
    get { Knowledge(self) }
    set {
      watch = newValue.watch
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
