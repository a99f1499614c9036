/// Decides when the border of one region was crossed.
///
/// Two metres past the border are enough when they were reached in one run of
/// twenty without turning back; twelve are needed otherwise; and the raw fix
/// must agree. A region's cushion raises both, and small shapes lower both
/// for an entry.
struct BorderWatch: Sendable {
  /// What one fix says about the region.
  struct Look {
    /// The depth of the filtered position in metres.
    var depth: Double
    /// The depth of the fix itself in metres.
    var rawDepth: Double
    /// The standard deviation of the filtered position in metres.
    var sigma: Double
    var instant: Instant
    /// How long nothing was seen before this fix, when that was too long.
    var unseen: Duration?
  }

  /// A passage of the border that may become an event.
  struct Passage: Hashable, Sendable {
    /// When the filtered position passed, where that was seen.
    var instant: Instant?
    /// How long nothing was seen while it passed.
    var unseen: Duration?
  }

  private(set) var state: RegionState

  /// The passage that is pending or was confirmed last.
  private(set) var passage: Passage?

  private let cushion: Double
  private let linger: Duration
  private let inradius: Double

  private var firstLook: Instant?
  private var lastLook: (past: Double, instant: Instant)?
  private var lowest = 0.0
  private var highest = 0.0
  private var runSince: Instant?
  private var deepSince: Instant?

  /// Starts to watch, from nothing or from a state that was confirmed earlier.
  init(cushion: Double, linger: Duration, inradius: Double, state: RegionState = .unknown) {
    self.cushion = cushion
    self.linger = linger
    self.inradius = inradius
    self.state = state
  }

  /// When a crossing that is pending will be confirmed if nothing speaks against it.
  var deadline: Instant? {
    switch (runSince, deepSince) {
    case (let run?, let deep?): min(run, deep).advanced(by: linger)
    case (let since?, nil), (nil, let since?): since.advanced(by: linger)
    case (nil, nil): nil
    }
  }

  /// Takes the next fix in.
  ///
  /// - Returns: whether the state changed from inside to outside or back.
  mutating func receive(_ look: Look) -> Bool {
    if state == .unknown {
      determine(look)
      return false
    }
    // Metres past the border, towards the other side.
    let sign: Double = state == .inside ? -1 : 1
    let past = sign * look.depth
    let rawPast = sign * look.rawDepth
    notePassage(past, look)

    if firstLook == nil || past < lowest {
      lowest = past
      highest = past
    }
    firstLook = firstLook ?? look.instant
    highest = max(highest, past)
    if highest - past > Self.turn {
      lowest = past
      highest = past
    }

    var near = max(2, cushion)
    var far = max(Self.deep, cushion)
    if state == .outside {
      near = min(near, 0.3 * inradius)
      far = min(far, 0.6 * inradius)
    }
    let beyond = rawPast > near && past > near
    runSince = beyond && past - lowest >= Self.run ? runSince ?? look.instant : nil
    deepSince = beyond && past > far ? deepSince ?? look.instant : nil
    return confirm(at: look.instant, past: past)
  }

  /// Confirms a crossing that has lasted long enough at this instant.
  ///
  /// - Returns: whether the state changed.
  mutating func deadlineReached(at instant: Instant) -> Bool {
    confirm(at: instant, past: lastLook?.past ?? 0)
  }

  private mutating func confirm(at instant: Instant, past: Double) -> Bool {
    guard let deadline, deadline <= instant else { return false }
    state = state == .inside ? .outside : .inside
    runSince = nil
    deepSince = nil
    lowest = -past
    highest = -past
    lastLook?.past = -past
    return true
  }

  /// Finds out on which side of the border the first fixes are: no event.
  private mutating func determine(_ look: Look) {
    let first = firstLook ?? look.instant
    firstLook = first
    let clear = max(max(Self.deep, cushion), 2 * look.sigma)
    guard abs(look.depth) > clear || first.duration(to: look.instant) >= Self.patience else {
      return
    }
    state = look.depth > 0 ? .inside : .outside
    lowest = -abs(look.depth)
    highest = lowest
    lastLook = (lowest, look.instant)
  }

  /// Remembers when the filtered position passed the border.
  private mutating func notePassage(_ past: Double, _ look: Look) {
    defer { lastLook = (past, look.instant) }
    guard past > 0 else {
      passage = nil
      return
    }
    guard let before = lastLook else {
      passage = Passage(unseen: look.unseen)
      return
    }
    guard before.past <= 0 else {
      // Already past it; a passage is only unknown just after a restart.
      passage = passage ?? Passage(unseen: look.unseen)
      return
    }
    if let unseen = look.unseen {
      passage = Passage(unseen: unseen)
    } else {
      let share = before.past / (before.past - past)
      let since = before.instant.duration(to: look.instant)
      passage = Passage(instant: before.instant.advanced(by: since * share))
    }
  }

  /// One run past the border: its length in metres.
  private static let run = 20.0

  /// So many metres back, and a run has ended.
  private static let turn = 3.0

  /// So many metres past the border, and no run is needed.
  private static let deep = 12.0

  /// After this long a region's first state is what it looks like.
  private static let patience = Duration.seconds(30)
}
