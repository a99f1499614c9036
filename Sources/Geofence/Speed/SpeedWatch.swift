/// The speed of a carrier against the lowest limit of the regions that it is in.
///
/// It judges only at fixes whose Doppler speed can be believed. Over the limit is a speed that
/// exceeds it by 3 % and 1 km/h, less the doubt of the speed.
struct SpeedWatch: Codable, Sendable {
  /// A time over the limit of a region.
  struct Run: Codable, Sendable {
    /// The identifier of the region.
    let region: String
    /// The time at which the limit was passed.
    let since: Timestamp
    /// The same on the timeline; `nil` after a restart, until the first fix.
    var start: Instant?
    /// The top speed in metres per second.
    var top: Double
    /// Whether it was reported.
    var isReported: Bool
    /// The instant since which the carrier has been slow enough.
    var slowSince: Instant?
    /// The seconds in which no speed was seen; `nil` for none.
    var unseen: Double?
  }

  /// The limit that counts now.
  struct Limit {
    let region: String
    let rule: SpeedRule
  }

  /// The speed of the carrier.
  struct Reading {
    /// The filtered speed in metres per second.
    let speed: Double
    /// Its standard deviation.
    let doubt: Double
  }

  /// A change that is worth an event.
  enum Change {
    /// The carrier is too fast.
    case speeding(Run)
    /// The carrier is no longer too fast, or has left the region, since an instant.
    case ended(Run, at: Instant)
  }

  private(set) var run: Run?

  // The instant of the last fix with a speed that could be believed; `nil` before the first.
  private var seen: Instant?
  // The instant up to which the time without a speed is known.
  private var accounted: Instant?

  /// The standard deviations of the speed that may be error.
  static let doubts = 1.0

  // The instant at which the cue began, and whether the carrier has acknowledged it.
  private var cueSince: Instant?
  private var isCueSpent = false

  /// Goes on from a run that was reported before a restart.
  mutating func resume(_ memory: Memory.Speeding) {
    run = Run(
      region: memory.region, since: memory.since, top: memory.topSpeed / 3.6, isReported: true)
  }

  /// The run as a later watch needs it; `nil` unless it was reported.
  var memory: Memory.Speeding? {
    guard let run, run.isReported else { return nil }
    return Memory.Speeding(region: run.region, since: run.since, topSpeed: run.top * 3.6)
  }

  /// Whether a speed was seen so shortly before that it still counts: gpsd reports some epochs in
  /// parts, first a position and then the velocity.
  func isSeen(at fix: TrustedFix) -> Bool {
    guard let seen else { return false }
    return seen.duration(to: fix.instant) <= max(.seconds(Usual.settling), fix.interval ?? .zero)
  }

  /// Notes a fix, and adds the time before it to what was not seen of the run.
  ///
  /// - Parameters:
  ///   - hasSpeed: Whether it has a speed that can be believed.
  ///   - unseen: The time without a trusted fix before it, if that was too long.
  ///   - patience: A shorter time without a speed is not left out.
  mutating func note(
    _ fix: TrustedFix, hasSpeed: Bool, after unseen: Duration?, patience: Duration
  ) {
    let lacked = unseen ?? (hasSpeed ? accounted?.duration(to: fix.instant) : nil)
    if let run, run.isReported, let lacked, lacked > patience {
      self.run?.unseen = (run.unseen ?? 0) + lacked.inSeconds
    }
    if hasSpeed || unseen != nil { accounted = fix.instant }
    if hasSpeed { seen = fix.instant }
  }

  /// Receives the next fix.
  ///
  /// - Parameters:
  ///   - reading: The speed; `nil` where it cannot be believed.
  ///   - limit: The lowest limit of the regions that the carrier surely is in; `nil` for none.
  ///   - side: The carrier's state in the region of the run; outside if it does not report now.
  mutating func receive(
    _ reading: Reading?, _ limit: Limit?, side: RegionState, at fix: TrustedFix
  ) -> [Change] {
    var changes: [Change] = []
    if run?.isReported == true, run?.start == nil, let since = run?.since {
      // From before a restart: only the receiver's clock can measure that time.
      run?.start = fix.instant.advanced(by: .zero - max(.zero, since.duration(to: fix.time)))
    }
    if let run, run.region != limit?.region {
      // While the state is unsure or not known again, what was reported goes on.
      let isEnded = !run.isReported || side == .inside || side == .outside
      if isEnded, run.isReported {
        changes.append(.ended(run, at: run.slowSince ?? fix.instant))
      }
      if isEnded { self.run = nil }
    }
    guard let reading, let limit, run.map({ $0.region == limit.region }) ?? true else {
      if run?.isReported == false { run = nil }
      run?.slowSince = nil
      return changes
    }
    let isOver = reading.speed - reading.doubt > limit.rule.tooFast
    if run == nil {
      guard isOver else { return changes }
      run = Run(
        region: limit.region, since: fix.time, start: fix.instant, top: reading.speed,
        isReported: false)
    }
    if let change = follow(reading, limit, isOver: isOver, at: fix.instant) {
      changes.append(change)
    }
    return changes
  }

  /// Follows the present run at a fix whose speed can be believed.
  private mutating func follow(
    _ reading: Reading, _ limit: Limit, isOver: Bool, at now: Instant
  ) -> Change? {
    guard var run, let start = run.start else { return nil }
    if !run.isReported {
      guard isOver else {
        self.run = nil
        return nil
      }
      run.top = max(run.top, reading.speed)
      run.isReported = start.duration(to: now) >= limit.rule.linger
      self.run = run
      return run.isReported ? .speeding(run) : nil
    }
    guard reading.speed <= limit.rule.pace else {
      run.slowSince = nil
      run.top = max(run.top, reading.speed)
      self.run = run
      return nil
    }
    let slow = run.slowSince ?? now
    run.slowSince = slow
    let isPending = slow.duration(to: now) < limit.rule.linger
    self.run = isPending ? run : nil
    return isPending ? nil : .ended(run, at: slow)
  }

  // MARK: The cue

  /// The step of the cue from the limit on; `nil` while none plays.
  mutating func cueStep(_ reading: Reading?, _ limit: Limit?, at now: Instant) -> Int? {
    guard let reading, let limit, reading.speed > limit.rule.pace else {
      (cueSince, isCueSpent) = (nil, false)
      return nil
    }
    // At the limit itself the speed may be error; a cue that plays goes on.
    guard cueSince != nil || reading.speed - reading.doubt > limit.rule.pace else { return nil }
    let since = cueSince ?? now
    cueSince = since
    guard !isCueSpent, since.duration(to: now) < Self.longestCue else { return nil }
    let share = reading.speed / limit.rule.pace
    return reading.speed <= limit.rule.tooFast ? 1 : share < 1.1 ? 2 : share < 1.2 ? 3 : 4
  }

  /// Silences the cue until the carrier has been slow enough.
  mutating func acknowledgeCue() { isCueSpent = cueSince != nil }

  /// The longest time for which a cue plays, as with the approach.
  private static let longestCue = Duration.seconds(20)
}
