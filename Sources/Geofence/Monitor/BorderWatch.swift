/// Decides when the border of one region was crossed.
///
/// After a straight run of twenty metres the border counts as crossed once the
/// carrier is past it by more than the position may be off: a little for one
/// that comes on as before, more for one that slows down at the border. A
/// passage counts as well: a way that began clearly on one side and has ended
/// clearly on the other. A carrier that does neither must be further past it,
/// or stay. The fix itself must not contradict, and nothing is decided while
/// the fixes cannot be believed. A region's cushion raises what is needed, and
/// small shapes lower it for an entry.
struct BorderWatch: Codable, Sendable {
  /// What one fix says about the region.
  struct Look: Codable {
    /// The depth of the filtered position in metres.
    var depth: Double
    /// The depth of the fix itself in metres; only asked for past the border.
    var rawDepth: Double?
    /// The standard deviation of the filtered position in metres.
    var sigma: Double
    /// The standard deviation of the fix's own error in metres.
    var own = 0.7
    /// How many metres deeper it has come since the last look by its velocity alone; `nil` where
    /// that is not known, or the border too far away.
    var advance: Double?
    /// Whether the receiver reported a velocity, or it was made out from positions.
    var velocityKnown = true
    /// The probability that the carrier stands.
    var stands = 0.05
    /// Whether the fixes can be believed now.
    var isTrusted = true
    var instant: Instant
    /// How long nothing was seen before this fix, when that was too long.
    var unseen: Duration?
  }

  /// A passage of the border that may become an event.
  struct Passage: Codable, Hashable, Sendable {
    /// When the filtered position passed, where that was seen.
    var instant: Instant?
    /// When it was seen past the border first.
    var noticed: Instant
    /// How long nothing was seen while it passed.
    var unseen: Duration?
  }

  /// What became of a look.
  enum Outcome {
    case nothing
    /// The border was crossed.
    case crossed
    /// The first side was a guess and turned out to be wrong.
    case corrected
  }

  /// Where a fix was.
  private struct Place: Codable {
    /// Metres past the border, towards the other side.
    var past: Double
    var instant: Instant
  }

  private(set) var state: RegionState

  /// The passage that is pending or was confirmed last.
  private(set) var passage: Passage?

  /// The passage that is pending.
  var pending: Passage? { lastLook.flatMap { $0.past > 0 ? passage : nil } }

  private let cushion: Double
  private let linger: Duration
  private let inradius: Double
  private let sense: Sense

  private(set) var latest: Look?
  private var firstLook: Instant?
  private var lastLook: Place?
  /// The way that led here.
  private(set) var run = Run()
  // Whether the carrier was clearly on this side once; until then the side is a guess.
  private var isSure: Bool
  /// For how many seconds it was clearly past the border.
  private(set) var settled = 0.0
  private var crossedSince: Instant?

  /// What the crossing had that was decided last; only explains, and is not kept.
  private(set) var grounds: Grounds?

  private enum CodingKeys: CodingKey {
    case state, passage, cushion, linger, inradius, sense, latest, firstLook, lastLook, run
    case isSure, settled, crossedSince
  }

  /// Starts to watch, from nothing or from a state that was confirmed earlier.
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

  /// When a crossing that is pending will be confirmed if nothing speaks against it.
  ///
  /// While the fixes cannot be believed it waits for one that can.
  var deadline: Instant? {
    latest?.isTrusted == false ? nil : crossedSince?.advanced(by: linger)
  }

  /// Takes the next fix in.
  mutating func receive(_ look: Look) -> Outcome {
    latest = look
    if state == .unknown {
      determine(look)
      return .nothing
    }
    // Metres past the border, towards the other side.
    let sign: Double = state == .inside ? -1 : 1
    let past = sign * look.depth
    let sigma = Self.doubt(look)
    let passed = lastLook.map { $0.instant.duration(to: look.instant).inSeconds } ?? 0
    follow(past, look.advance.map { sign * $0 }, passed, look)
    notePassage(past, look)
    noteSide(past, sigma)

    let needs = needs(of: look)
    let rawPast = sign * (look.rawDepth ?? look.depth) + 2 * look.own
    noteStay(past, isContradicted: rawPast <= needs.near, needs.clear, passed)
    guard look.isTrusted else {
      if past <= needs.least { crossedSince = nil }
      return .nothing
    }
    let isAgreed = rawPast > needs.near
    if isAgreed, let grounds = evidence(past, sigma, needs, look) {
      if crossedSince == nil { self.grounds = grounds }
      crossedSince = crossedSince ?? look.instant
    } else if isAgreed, !isSure, settled >= Self.correction, past > needs.near {
      turn(past)
      return .corrected
    } else if past <= needs.least || rawPast <= needs.least {
      // Only going back ends the wait: a carrier that has come in may stand still there.
      crossedSince = nil
    }
    return confirm(at: look.instant, past: past) ? .crossed : .nothing
  }

  /// What there is for a crossing, if that is enough.
  private func evidence(
    _ past: Double, _ sigma: Double, _ needs: Needs, _ look: Look
  ) -> Grounds? {
    // So far on this side the way began, now that it is known better where it ended.
    let began = run.wholeLength - past
    let isClear =
      isSure || run.began <= -Self.firstSide * run.sigma || began >= Self.firstSide * sigma
    if past > needs.near, run.length >= Self.wholeRun, isClear {
      return Grounds(needed: needs.near, reached: past, run: run.length)
    }
    if look.stands < Self.moving, let needed = needed(began, sigma, needs, look), past > needed {
      return Grounds(needed: needed, reached: past, run: run.wholeLength)
    }
    guard isSure else { return nil }
    if past > needs.far, look.stands < Self.standing {
      return Grounds(needed: needs.far, reached: past)
    }
    return settled >= Self.settling && past > needs.near
      ? Grounds(needed: needs.clear, reached: past) : nil
  }

  /// How many metres past the border end a passage that began so far on this side.
  private func needed(
    _ began: Double, _ sigma: Double, _ needs: Needs, _ look: Look
  ) -> Double? {
    if isSure {
      return began >= Self.passageBegin * sigma ? max(Self.passageEnd * sigma, cushion) : nil
    }
    // Later on it is motion that errors add up to.
    let watched = firstLook.map { $0.duration(to: look.instant) } ?? .zero
    return watched < Self.acquainted && began >= Self.firstSide * sigma ? needs.near : nil
  }

  /// How many metres past the border are needed now.
  struct Needs {
    /// No less keeps a crossing pending.
    var least: Double
    /// After a straight run.
    var near: Double
    /// Without one.
    var far: Double
    /// Of a carrier that stays.
    var clear: Double
  }

  /// How many metres past the border are needed now.
  func needs(of look: Look) -> Needs {
    let sigma = Self.doubt(look)
    // A carrier that comes on as before has crossed; one that slows down may stop at the border.
    let stopped = sense.stopped + (look.velocityKnown ? 0 : Self.withoutDoppler)
    let near = max(sense.steady, stopped - (sense.stopped - sense.steady) * run.steadiness)
    var needs = Needs(
      least: max(Self.least, cushion), near: max(near * sigma, cushion),
      far: max(sense.alone * sigma, cushion), clear: max(Self.clear * sigma, cushion))
    if state == .outside {
      needs.least = min(needs.least, Self.smallRun * inradius)
      needs.near = min(needs.near, Self.smallRun * inradius)
      needs.far = min(needs.far, Self.smallDeep * inradius)
      needs.clear = min(needs.clear, Self.smallDeep * inradius)
    }
    return needs
  }

  /// Follows the way since the last look.
  private mutating func follow(_ past: Double, _ advance: Double?, _ passed: Double, _ look: Look) {
    guard let lastLook else {
      run = Run(at: past, sigma: Self.doubt(look))
      firstLook = firstLook ?? look.instant
      return
    }
    run.advance(
      by: advance ?? past - lastLook.past, over: passed, stands: look.stands,
      hasDoppler: look.velocityKnown, sigma: Self.doubt(look))
  }

  /// Remembers that the carrier was clearly on this side.
  private mutating func noteSide(_ past: Double, _ sigma: Double) {
    if -past > max(Self.certain, 2 * sigma) || state == .inside && -past > Self.smallDeep * inradius
    {
      isSure = true
    }
  }

  /// Remembers for how long it has been clearly past the border.
  private mutating func noteStay(
    _ past: Double, isContradicted: Bool, _ clear: Double, _ passed: Double
  ) {
    let passed = min(passed, 2)
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

  /// The other side is this side now.
  private mutating func turn(_ past: Double) {
    state = state == .inside ? .outside : .inside
    isSure = true
    crossedSince = nil
    settled = 0
    run = Run(at: -past, sigma: latest.map(Self.doubt) ?? Self.leastSigma)
    lastLook?.past = -past
  }

  /// Finds out on which side of the border the first fixes are: no event.
  private mutating func determine(_ look: Look) {
    let first = firstLook ?? look.instant
    firstLook = first
    guard
      abs(look.depth) > clearance(look) || look.depth > Self.smallDeep * inradius
        || first.duration(to: look.instant) >= Self.patience
    else {
      return
    }
    state = look.depth > 0 ? .inside : .outside
    run = Run(at: -abs(look.depth), sigma: Self.doubt(look))
    lastLook = Place(past: -abs(look.depth), instant: look.instant)
  }

  /// So many metres from the border, and the first state is clear.
  func clearance(_ look: Look) -> Double {
    max(Self.firstSide * Self.doubt(look), cushion)
  }

  /// The standard deviation that is believed of a position.
  private static func doubt(_ look: Look) -> Double { max(leastSigma, look.sigma) }

  /// Remembers when the filtered position passed the border.
  private mutating func notePassage(_ past: Double, _ look: Look) {
    defer { lastLook = Place(past: past, instant: look.instant) }
    guard past > 0 else {
      passage = nil
      return
    }
    guard let before = lastLook else {
      passage = Passage(noticed: look.instant, unseen: look.unseen)
      return
    }
    guard before.past <= 0 else {
      // Already past it; a passage is only unknown just after a restart.
      passage = passage ?? Passage(noticed: look.instant, unseen: look.unseen)
      return
    }
    if let unseen = look.unseen {
      passage = Passage(noticed: look.instant, unseen: unseen)
    } else {
      let share = before.past / (before.past - past)
      let since = before.instant.duration(to: look.instant)
      passage = Passage(
        instant: before.instant.advanced(by: since * share), noticed: look.instant)
    }
  }

  /// One run past the border: its length in metres.
  static let wholeRun = 20.0

  /// A position is never believed to be better than this, in metres.
  static let leastSigma = 3.7

  /// Farther than these metres from the border motions say no more than positions.
  static let motionReach = 40.0

  /// Fewer metres past the border end the wait for a linger.
  private static let least = 1.5

  /// Standard deviations more after a run if the velocity is only made out from positions.
  private static let withoutDoppler = 0.78

  /// Standard deviations past the border that can hardly be error, if the carrier stays.
  private static let clear = 3.0

  /// So many seconds clearly past the border, and that is enough.
  static let settling = 120.0

  /// So many of them, and a first side that was a guess was wrong.
  private static let correction = 30.0

  /// Standard deviations from the border that make a first side likely.
  private static let firstSide = 1.5

  /// So many metres on a side, or two standard deviations, make it certain.
  private static let certain = 12.0

  /// Standard deviations on this side and on the other between which a way is a passage.
  private static let passageBegin = 3.0
  private static let passageEnd = 1.3

  /// For so long the first error is still the present one: a passage proves a first side.
  private static let acquainted = Duration.seconds(90)

  /// Less likely to stand than this, the carrier moves; more likely than that, it stands.
  private static let moving = 0.2
  static let standing = 0.8

  /// No more is needed for an entry than these shares of the inradius.
  private static let smallRun = 0.3
  private static let smallDeep = 0.6

  /// After this long a region's first state is what it looks like.
  private static let patience = Duration.seconds(30)
}
