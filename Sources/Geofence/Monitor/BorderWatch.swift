/// Decides when the border of one region was crossed.
///
/// After a straight run of 17 metres the border counts as crossed once the carrier is past it by
/// more than the position may be off: by a little if the carrier keeps its pace, by more if it
/// slows down at the border. A passage counts as well: a way that began clearly on one side and has
/// ended clearly on the other. Without a run or a passage, the carrier must be farther past the
/// border. The fix itself must not contradict the crossing, and nothing is decided while
/// the fixes cannot be believed. A region's cushion raises the need, and small shapes lower it for
/// an entry.
struct BorderWatch: Codable, Sendable {
  /// The place of a fix with regard to the border.
  private struct FixPlace: Codable {
    /// Metres past the border, towards the other side.
    var past: Double
    var instant: Instant
  }

  private(set) var state: RegionState

  /// The passage that is pending or was confirmed last.
  private(set) var passage: Passage?

  /// The passage that is pending.
  var pending: Passage? {
    state == .unknown ? nil : lastLook.flatMap { $0.past > 0 ? passage : nil }
  }

  let cushion: Double
  private let linger: Duration
  let inradius: Double
  let sense: Sense

  private(set) var latest: Observation?
  private(set) var firstLook: Instant?
  private var lastLook: FixPlace?
  /// The run that led to the present place.
  private(set) var run = Run()
  // The side of the first look, from which the way is followed while the state is unknown; `nil`
  // before that look, and in walks of older releases.
  private var initial: RegionState?
  // Whether the carrier was clearly on this side once; until then the side is a guess.
  private(set) var isSure: Bool
  // The depths before the side is certain; `nil` in walks of older releases.
  private var guess: Guess?
  // The seconds for which the carrier was clearly past the border.
  private var settled = 0.0
  private var crossedSince: Instant?
  // The instant since which fixes have not been trusted.
  var distrusted: Instant?
  /// Whether the state may no longer hold.
  var isUnsure = false

  /// The evidence of the last crossing, which only explains it and is not stored.
  private(set) var grounds: Grounds?

  private enum CodingKeys: String, CodingKey {
    case state, passage, cushion, linger, inradius, sense, latest, firstLook, lastLook, run
    case initial, isSure, settled, crossedSince, distrusted
    // Older releases kept another mean as `guess`.
    case guess = "depths"
  }

  /// Starts to watch, with an unknown state or with one that was confirmed earlier.
  init(
    cushion: Double, linger: Duration, inradius: Double, sense: Sense = .even,
    state: RegionState = .unknown
  ) {
    self.cushion = cushion
    self.linger = linger
    self.inradius = inradius
    self.sense = sense
    self.state = state
    isSure = state != .unknown
  }

  /// The metres past the border of a crossing that is pending for want of evidence; 0 without one.
  var pendingMetres: Double { crossedSince == nil ? max(0, lastLook?.past ?? 0) : 0 }

  /// The instant at which a pending crossing will be confirmed if nothing contradicts it.
  ///
  /// While fixes are not trusted, the crossing waits for a trusted fix.
  var deadline: Instant? {
    latest?.isTrusted == false ? nil : crossedSince?.advanced(by: linger)
  }

  /// Receives the next fix.
  mutating func receive(_ observation: Observation) -> SideChange {
    latest = observation
    let isFirst = state == .unknown
    let side = isFirst ? initial ?? (observation.depth > 0 ? .inside : .outside) : state
    // Metres past the border, towards the other side.
    let sign: Double = side == .inside ? -1 : 1
    let past = sign * observation.depth
    let sigma = Self.doubt(observation)
    let passed = lastLook.map { $0.instant.duration(to: observation.instant).inSeconds } ?? 0
    follow(past, sigma, observation.advance.map { sign * $0 }, passed, observation)
    notePassage(past, observation)
    let rawPast = sign * (observation.rawDepth ?? observation.depth) + 2 * observation.own
    noteDepth(passed, observation)
    guard !isFirst else { return begin(on: side, past, rawPast, sigma, observation) }
    noteSide(past, sigma, observation)

    let needs = needs(of: observation)
    defer { noteDoubt(needs, observation) }
    noteStay(past, isContradicted: rawPast <= needs.near, needs.alone, passed)
    guard observation.isTrusted else {
      if past <= needs.least { crossedSince = nil }
      return .nothing
    }
    let isAgreed = rawPast > needs.near
    if isAgreed, let grounds = grounds(for: past, sigma, needs, observation) {
      if crossedSince == nil { self.grounds = grounds }
      crossedSince = crossedSince ?? observation.instant
    } else if isWrong(min(past, rawPast), needs) {
      turn(past)
      isSure = false
      return .corrected
    } else if past <= needs.least || rawPast <= needs.least {
      // Only going back ends the wait: a carrier that has come in may stand still there.
      crossedSince = nil
    }
    return confirm(at: observation.instant, past: past) ? .crossed : .nothing
  }

  /// Follows the way since the last look.
  private mutating func follow(
    _ past: Double, _ sigma: Double, _ advance: Double?, _ passed: Double,
    _ observation: Observation
  ) {
    guard let lastLook else {
      run = Run(at: past, sigma: sigma)
      firstLook = firstLook ?? observation.instant
      return
    }
    run.advance(
      by: advance ?? past - lastLook.past, over: passed, stands: observation.stands,
      hasDoppler: observation.velocityKnown, sigma: sigma)
  }

  /// Remembers the depth while the side is not certain.
  private mutating func noteDepth(_ passed: Double, _ observation: Observation) {
    guard !isSure else { return }
    var guess = self.guess ?? Guess()
    guess.add(observation.depth, over: passed)
    self.guess = guess
  }

  /// Remembers that the carrier was clearly on this side, or long enough.
  private mutating func noteSide(_ past: Double, _ sigma: Double, _ observation: Observation) {
    guard !isSure else { return }
    if -past > Usual.deviations * sigma
      || state == .inside && -past > Self.smallDeep * inradius
    {
      isSure = true
    } else {
      isSure =
        guess?.isCertain(
          state, doubt: Self.placeDoubt(observation), isMeasured: observation.velocityKnown)
        ?? false
    }
  }

  /// Whether the first side was guessed wrong: the carrier was clearly past the border for long, or
  /// is past it as it was in the mean.
  private func isWrong(_ past: Double, _ needs: Needs) -> Bool {
    guard !isSure else { return false }
    return settled >= Usual.memory && past > needs.near
      || latest?.velocityKnown == true && past > needs.least
        && guess?.mean(past: state) ?? 0 > needs.least
  }

  /// Updates the time for which the carrier was clearly past the border.
  private mutating func noteStay(
    _ past: Double, isContradicted: Bool, _ clear: Double, _ passed: Double
  ) {
    let passed = min(passed, Usual.longestStep)
    if past > clear, !isContradicted {
      settled += passed
    } else if past < clear / 2 {
      settled = max(0, settled - 2 * passed)
    }
  }

  /// Confirms a crossing that has lasted long enough at this instant.
  ///
  /// - Returns: whether the state changed.
  mutating func deadlineReached(at instant: Instant) -> Bool {
    confirm(at: instant, past: lastLook?.past ?? 0)
  }

  private mutating func confirm(at instant: Instant, past: Double) -> Bool {
    guard let deadline, deadline <= instant else { return false }
    turn(past)
    return true
  }

  /// Makes the other side the confirmed side.
  private mutating func turn(_ past: Double) {
    state = state == .inside ? .outside : .inside
    isSure = true
    crossedSince = nil
    settled = 0
    run = Run(at: -past, sigma: latest.map(Self.doubt) ?? Self.leastSigma)
    lastLook?.past = -past
  }

  /// Begins on the side on which the first fixes are, once that is clear.
  ///
  /// The way since the first look may prove a crossing; otherwise there is no event.
  private mutating func begin(
    on side: RegionState, _ past: Double, _ rawPast: Double, _ sigma: Double,
    _ observation: Observation
  ) -> SideChange {
    initial = side
    guard isClear(observation) else { return .nothing }
    state = side
    let needs = needs(of: observation)
    if observation.isTrusted, rawPast > needs.near,
      let grounds = grounds(for: past, sigma, needs, observation)
    {
      self.grounds = grounds
      crossedSince = observation.instant
      return confirm(at: observation.instant, past: past) ? .crossed : .nothing
    }
    if past > 0 { state = side == .inside ? .outside : .inside }
    run = Run(at: -abs(past), sigma: sigma)
    lastLook?.past = -abs(past)
    passage = nil
    return .nothing
  }

  /// Whether the first fixes are clearly on a side, or have come for long enough.
  private func isClear(_ observation: Observation) -> Bool {
    abs(observation.depth) > clearance(observation)
      || observation.depth > Self.smallDeep * inradius
      || firstLook.map { $0.duration(to: observation.instant).inSeconds >= Usual.memory } ?? false
  }

  /// Remembers the instant at which the filtered position passed the border.
  private mutating func notePassage(_ past: Double, _ observation: Observation) {
    defer { lastLook = FixPlace(past: past, instant: observation.instant) }
    guard past > 0 else {
      passage = nil
      return
    }
    guard let before = lastLook else {
      passage = Passage(noticed: observation.instant, unseen: observation.unseen)
      return
    }
    guard before.past <= 0 else {
      // Already past the border; a passage is only unknown just after a restart.
      passage = passage ?? Passage(noticed: observation.instant, unseen: observation.unseen)
      return
    }
    if let unseen = observation.unseen {
      passage = Passage(noticed: observation.instant, unseen: unseen)
    } else {
      let share = before.past / (before.past - past)
      let since = before.instant.duration(to: observation.instant)
      passage = Passage(
        instant: before.instant.advanced(by: since * share), noticed: observation.instant)
    }
  }

  /// Farther than this many metres from the border, motions add nothing to positions.
  static let motionReach = 40.0
}

extension BorderWatch {
  /// Notes whether the state may no longer hold, after a look.
  ///
  /// It may not while the fixes are not believed, and while the carrier is farther past the border than
  /// any crossing has to be and yet nothing is confirmed. A linger is no doubt: until it is over the
  /// carrier counts as on the old side by the region's own rule.
  mutating func noteDoubt(_ needs: Needs, _ observation: Observation) {
    distrusted = observation.isTrusted ? nil : distrusted ?? observation.instant
    let isDistrusted =
      distrusted.map { $0.duration(to: observation.instant).inSeconds >= Usual.settling } ?? false
    isUnsure = state != .unknown && (isDistrusted || pendingMetres > needs.alone)
  }
}
