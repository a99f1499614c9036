/// Decides when the border of one region was crossed.
///
/// Who comes in one run of twenty metres without turning back has crossed it
/// when he will be four metres past it two seconds from now; who comes
/// otherwise, when he will be twelve past it in four. So the slow must come
/// further than the fast, and who stops at the border furthest. Who stays
/// clearly past it without ever going deep is believed after two minutes. The
/// raw fix must agree. A region's cushion raises what is asked, and small
/// shapes lower it for an entry.
struct BorderWatch: Codable, Sendable {
  /// What one fix says about the region.
  struct Look: Codable {
    /// The depth of the filtered position in metres.
    var depth: Double
    /// The depth of the fix itself in metres; only asked for past the border.
    var rawDepth: Double?
    /// The standard deviation of the filtered position in metres.
    var sigma: Double
    /// Whether the receiver told a velocity, or it was made out from positions.
    var velocityKnown = true
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

  private(set) var latest: Look?
  private var firstLook: Instant?
  private var lastLook: Place?
  private(set) var lowest = 0.0
  private var highest = 0.0
  // Metres per second towards the other side.
  private var pace = 0.0
  // For how many seconds it was clearly past the border.
  private var settled = 0.0
  private var crossedSince: Instant?

  /// What the crossing had that was decided last; only explains, and is not kept.
  private(set) var grounds: Grounds?

  private enum CodingKeys: CodingKey {
    case state, passage, cushion, linger, inradius, latest, firstLook, lastLook, lowest, highest
    case pace, settled, crossedSince
  }

  /// Starts to watch, from nothing or from a state that was confirmed earlier.
  init(cushion: Double, linger: Duration, inradius: Double, state: RegionState = .unknown) {
    self.cushion = cushion
    self.linger = linger
    self.inradius = inradius
    self.state = state
  }

  /// When a crossing that is pending will be confirmed if nothing speaks against it.
  var deadline: Instant? { crossedSince?.advanced(by: linger) }

  /// Takes the next fix in.
  ///
  /// - Returns: whether the state changed from inside to outside or back.
  mutating func receive(_ look: Look) -> Bool {
    latest = look
    if state == .unknown {
      determine(look)
      return false
    }
    // Metres past the border, towards the other side.
    let sign: Double = state == .inside ? -1 : 1
    let past = sign * look.depth
    let rawPast = sign * (look.rawDepth ?? look.depth)
    notePace(past, rawPast, look)
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

    let asked = asked(of: look)
    let came = past > asked.near && past - lowest >= Self.run || past > asked.far
    if came && rawPast > asked.near {
      if crossedSince == nil {
        let isRun = past - lowest >= Self.run
        grounds = Grounds(
          needed: isRun ? asked.near : asked.far, reached: past, run: isRun ? past - lowest : nil)
      }
      crossedSince = crossedSince ?? look.instant
    } else if past <= asked.least || rawPast <= asked.least {
      // Only going back ends the wait: who has come in may stand still there.
      crossedSince = nil
    }
    return confirm(at: look.instant, past: past)
  }

  /// How many metres past the border are asked now.
  func asked(of look: Look) -> (least: Double, near: Double, far: Double) {
    let ahead = max(0, pace)
    var near: Double
    var far: Double
    if look.velocityKnown {
      near = max(Self.least, 4 - 2 * ahead)
      far = max(6, Self.deep - 4 * ahead)
    } else {
      // Without Doppler to contradict it an outlier looks like a sprint.
      near = 6 - 2 * min(ahead, Self.plainPace)
      far = Self.deep
    }
    near = max(near, cushion)
    far = max(far, cushion)
    var clear = max(clear(look), cushion)
    var least = max(Self.least, cushion)
    if state == .outside {
      least = min(least, 0.3 * inradius)
      near = min(near, 0.3 * inradius)
      far = min(far, 0.6 * inradius)
      clear = min(clear, 0.6 * inradius)
    }
    if far > clear { far = clear + (far - clear) * (1 - min(1, settled / Self.settling)) }
    return (least, near, far)
  }

  /// How many metres past the border can hardly be the fixes' error.
  private func clear(_ look: Look) -> Double { max(4, 3 * look.sigma) }

  /// Remembers how fast it goes, and for how long it has been clearly past the border.
  private mutating func notePace(_ past: Double, _ rawPast: Double, _ look: Look) {
    guard let lastLook else { return }
    let passed = lastLook.instant.duration(to: look.instant).inSeconds
    guard passed > 0 else { return }
    pace += ((past - lastLook.past) / passed - pace) * passed / (passed + 1.5)
    let clear = state == .outside ? min(clear(look), 0.6 * inradius) : clear(look)
    if past > clear && rawPast > 0 {
      settled += min(passed, 2)
    } else if past < clear / 2 {
      settled = max(0, settled - 2 * min(passed, 2))
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
    state = state == .inside ? .outside : .inside
    crossedSince = nil
    settled = 0
    pace = -pace
    lowest = -past
    highest = -past
    lastLook?.past = -past
    return true
  }

  /// Finds out on which side of the border the first fixes are: no event.
  private mutating func determine(_ look: Look) {
    let first = firstLook ?? look.instant
    firstLook = first
    guard abs(look.depth) > clearance(look) || first.duration(to: look.instant) >= Self.patience
    else {
      return
    }
    state = look.depth > 0 ? .inside : .outside
    lowest = -abs(look.depth)
    highest = lowest
    lastLook = Place(past: lowest, instant: look.instant)
  }

  /// So many metres from the border, and the first state is clear.
  func clearance(_ look: Look) -> Double {
    max(max(Self.deep, cushion), 2 * look.sigma)
  }

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
  static let run = 20.0

  /// So many metres back, and a run has ended.
  private static let turn = 3.0

  /// Fewer metres past the border are never enough.
  private static let least = 1.5

  /// So many metres from the border are deep.
  private static let deep = 12.0

  /// No more metres per second are believed of positions alone.
  private static let plainPace = 1.5

  /// So many seconds clearly past the border, and that is enough.
  private static let settling = 120.0

  /// After this long a region's first state is what it looks like.
  private static let patience = Duration.seconds(30)
}
