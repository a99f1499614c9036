/// Decides which fixes are trusted, and gives each its place on the timeline.
///
/// A trusted fix has a position and a time that moves on, and lies where the carrier can have come.
/// Every other fix is rejected with a reason.
public struct FixFilter: Codable, Sendable {
  /// The filter's decision about a fix.
  public enum Verdict: Hashable, Sendable {
    /// The fix is trusted and handed on.
    case trusted(TrustedFix)
    /// The fix is rejected for this reason.
    case rejected(Rejection)
  }

  /// The device whose fixes are used; with `nil`, the first device that has a fix.
  public let device: String?

  private var latest: Accepted?
  // Distinguishes a clock that was set from late arrivals; a replay reads its result.
  private var clock: ReceiverClock?
  private var reset: ClockRun?
  // The fixes of another device since the last fix of the device in use.
  private var other: ClockRun?
  private var elsewhere: OtherPlace?
  // The time since which the fixes have come without a jump.
  private var settledSince: Timestamp?
  // The top speed of the carrier.
  private var top = TopSpeed()
  private var frozen = FrozenPlace()
  private var claims = ClaimedAccuracy()
  // Whether a fix had a course; `nil` before the first, and in walks of older releases.
  private var courseSeen: Bool?
  /// The time before which no date of a receiver can be right; `nil` in recordings, which are older.
  public let earliest: Timestamp?

  // The interval of the reports; `nil` before the first, and in walks of older releases.
  private var cadence: Cadence?
  // The run of the clock since it was last set; `nil` once the clock is proven.
  private var unproven: ClockRun?

  /// The last fix that was trusted.
  private struct Accepted: Codable {
    let time: Timestamp
    let instant: Instant
    let arrival: Instant?
    let position: Vector
    let sigma: Double
    let device: String?
  }

  /// Fixes that were rejected but agree on another place.
  private struct OtherPlace: Codable {
    let first: Timestamp
    var last: Timestamp
    var position: Vector
    var count = 1
  }

  /// Creates a filter for one device; without one, for the first device that has a fix.
  ///
  /// - Parameter earliest: The time before which no date of a receiver can be right.
  public init(device: String? = nil, earliest: Timestamp? = nil) {
    self.device = device
    self.earliest = earliest
  }

  /// The interval at which the receiver reports; `nil` while it is not known.
  public var interval: Duration? { cadence?.interval }

  /// Judges one fix.
  ///
  /// - Parameters:
  ///   - fix: The report.
  ///   - arrival: The instant of its arrival on the monotonic clock. Without it, as in a replay,
  ///     the receiver's own clock is the timeline.
  public mutating func receive(_ fix: Fix, arrival: Instant? = nil) -> Verdict {
    guard let arrival else { return receive(fix, arrival: nil, elapsed: nil) }
    return receive(fix, live: arrival, elapsed: elapsedInPlace(to: fix, at: arrival))
  }

  /// Judges one fix that has just arrived, given the time since the last trusted fix by arrivals.
  package mutating func receive(
    _ fix: Fix, live arrival: Instant, elapsed: Duration?
  ) -> Verdict {
    let before = latest?.time
    let verdict = receive(fix, arrival: arrival, elapsed: elapsed)
    guard let time = fix.time else { return verdict }
    switch verdict {
    case .trusted:
      if let before, clock != nil {
        clock?.follow(since: before, to: time, at: arrival)
      } else {
        clock = ReceiverClock(time, at: arrival)
      }
    case .rejected(.backwards), .rejected(.ahead): clock?.disagree(time, at: arrival)
    case .rejected: break
    }
    return verdict
  }

  /// The time from the last trusted fix to this one, as far as arrivals show it.
  ///
  /// A fix that arrives late was made at its own time: arrivals count only where the receiver's
  /// clock was set.
  public func elapsed(to fix: Fix, at arrival: Instant) -> Duration? {
    var filter = self
    return filter.elapsedInPlace(to: fix, at: arrival)
  }

  /// The same; a method that does not mutate would copy the filter, for each fix.
  package mutating func elapsedInPlace(to fix: Fix, at arrival: Instant) -> Duration? {
    guard let last = latest?.time, let time = fix.time else { return nil }
    return clock?.elapsed(since: last, to: time, at: arrival)
  }

  /// The interval and the lead of the timeline; reading them mutates nothing, but copies nothing.
  package mutating func timing() -> (interval: Duration?, lead: Duration) {
    guard let arrival = latest?.arrival, let instant = latest?.instant else {
      return (cadence?.interval, .zero)
    }
    return (cadence?.interval, arrival.duration(to: instant))
  }

  /// Judges one fix, given the time since the last trusted fix.
  public mutating func receive(
    _ fix: Fix, arrival: Instant?, elapsed: Duration?
  ) -> Verdict {
    noteReport(fix)
    do throws(Rejection) {
      return .trusted(try accept(fix, arrival: arrival, elapsed: elapsed))
    } catch {
      return .rejected(error)
    }
  }

  private mutating func noteReport(_ fix: Fix) {
    if let device = device ?? latest?.device, fix.device != device { return }
    cadence?.add(fix.time)
    if cadence == nil { cadence = fix.time.map { Cadence($0) } }
  }

  private mutating func accept(
    _ fix: Fix, arrival: Instant?, elapsed: Duration?
  ) throws(Rejection) -> TrustedFix {
    let (time, coordinate) = try content(of: fix)
    let position = Ellipsoid.vector(coordinate)
    let step = try step(to: time, of: fix.device, elapsed)
    let restarts = try hasJumped(to: position, at: time, after: step.length)
    let speed = believed(fix.speed)
    if fix.track != nil { courseSeen = true }
    // Without a course, the speed is gpsd's own as long as no course was seen.
    let measured = courseSeen == true ? speed : nil
    if frozen.holds(position, at: time, speed: speed) { throw .frozenPosition }
    if restarts || step.isSet || latest == nil { settledSince = time }

    prove(time, isSet: step.isSet)
    (reset, other, elsewhere) = (nil, nil, nil)
    if restarts { top = TopSpeed() }
    top.receive(measured, at: position, after: step.length.inSeconds)
    let instant = latest?.instant.advanced(by: step.length) ?? arrival ?? Instant(.zero)
    let isImpossible = earliest.map { time < $0 } ?? false
    if fix.device != latest?.device { claims = ClaimedAccuracy() }
    let (sigma, source) = claims.accuracy(of: fix, at: time)
    let wander = claims.wander(of: fix, at: time, claim: sigma)
    latest = Accepted(
      time: time, instant: instant, arrival: arrival, position: position, sigma: sigma,
      device: fix.device)
    return TrustedFix(
      time: time, instant: instant, coordinate: coordinate, sigma: sigma, speed: speed,
      track: fix.track, eph: fix.eph, restarts: restarts,
      isDateProven: unproven == nil && !isImpossible, accuracySource: source,
      isDateImpossible: isImpossible, interval: interval, solution: fix.solution,
      wander: wander)
  }

  /// The time and the position of a fix of the followed device.
  private mutating func content(of fix: Fix) throws(Rejection) -> (Timestamp, Coordinate) {
    if let device, fix.device != device { throw .otherDevice }
    guard fix.mode == .fix2D || fix.mode == .fix3D else {
      claims.noteNoFix()
      throw fix.mode == .notSeen && fix.coordinate != nil ? .noMode : .noFix
    }
    guard let coordinate = fix.coordinate, coordinate.latitude.isFinite,
      coordinate.longitude.isFinite
    else { throw .noPosition }
    guard coordinate.isValid else { throw .outOfRange }
    guard abs(coordinate.latitude) > 1e-6 || abs(coordinate.longitude) > 1e-6 else {
      throw .nullIsland
    }
    guard let time = fix.time else { throw .noTime }
    guard fix.solution != .estimated || fix.hasOwnError else { throw .estimated }
    return (time, coordinate)
  }

  /// The step on the timeline from the last trusted fix to a fix of this time.
  ///
  /// - Returns: Its length, and whether the receiver's clock was set in between.
  private mutating func step(
    to time: Timestamp, of fixDevice: String?, _ elapsed: Duration?
  ) throws(Rejection) -> (length: Duration, isSet: Bool) {
    guard let latest else { return (.zero, false) }
    let isOther = device == nil && fixDevice != latest.device
    if isOther, !takesOver(after: latest.time, time, elapsed) { throw .otherDevice }
    if time == latest.time {
      throw elapsed ?? .zero > .seconds(Usual.longestStep) ? .frozenTime : .duplicate
    }
    let step = latest.time.duration(to: time)
    guard step < .zero || Self.isAhead(step, elapsed) else { return (step, false) }
    guard let passed = isOther ? other?.passed : passedSinceSet(time) else {
      throw step < .zero ? .backwards : .ahead
    }
    // The clock's times before and after it was set cannot be compared: only arrivals can.
    return (max(elapsed ?? passed, .nanoseconds(1)), true)
  }

  /// Whether enough fixes prove a position that the carrier cannot have reached.
  private mutating func hasJumped(
    to position: Vector, at time: Timestamp, after step: Duration
  ) throws(Rejection) -> Bool {
    guard let latest else { return false }
    let reach = top.reach * step.inSeconds + Self.mostError
    if (position - latest.position).length <= reach { return false }
    guard outvotes(time, position) else { throw .jump }
    return true
  }

  /// The lead of the timeline over the clock by which arrivals are measured.
  ///
  /// Between two fixes the timeline goes on at the pace of that clock.
  public var timelineLead: Duration {
    guard let latest, let arrival = latest.arrival else { return .zero }
    return arrival.duration(to: latest.instant)
  }

  // MARK: Exceptions that last

  /// Whether another device replaces the one in use, which has had no fix for long enough.
  ///
  /// Two receivers need not agree on the year. Arrivals show how long the device in use has had no
  /// fix; in a recording, the time for which the other device has had fixes shows it.
  private mutating func takesOver(
    after latest: Timestamp, _ time: Timestamp, _ elapsed: Duration?
  ) -> Bool {
    var run = other ?? ClockRun(time)
    run.add(time)
    other = run
    if let elapsed { return elapsed >= Self.deviceHold }
    let step = latest.duration(to: time)
    return run.passed >= Self.deviceHold || step >= Self.deviceHold && !Self.isAhead(step, nil)
  }

  /// The time for which the receiver's clock has run since it was set; `nil` until that is sure.
  ///
  /// Late reports and reports with a wrong year are dropped. But a receiver that corrects its clock
  /// goes on from the new time: to drop its fixes until they catch up could take years.
  private mutating func passedSinceSet(_ time: Timestamp) -> Duration? {
    if reset?.last == time { return nil }
    var run = reset ?? ClockRun(time)
    run.add(time)
    reset = run
    return run.isProof ? run.passed : nil
  }

  /// Whether a step ahead is more than the time that has passed.
  ///
  /// - Parameter elapsed: The time that has passed; not known in a recording.
  private static func isAhead(_ step: Duration, _ elapsed: Duration?) -> Bool {
    elapsed.map { step - $0 > ReceiverClock.tolerance } ?? (step > ClockRun.longestPause)
  }

  /// Updates whether the receiver's date can be believed.
  ///
  /// A receiver may start in the wrong year. Three successive fixes show that its clock runs; a
  /// clock that was set has proven that already.
  private mutating func prove(_ time: Timestamp, isSet: Bool) {
    if isSet {
      guard let other, !other.isProof else { return unproven = nil }
      return unproven = other
    }
    guard latest != nil else { return unproven = ClockRun(time) }
    guard var run = unproven else { return }
    run.add(time)
    unproven = run.isProof ? nil : run
  }

  /// Whether this fix and the ones just rejected agree that the carrier is elsewhere.
  ///
  /// The first position after a cold start can be in another town, and a receiver in trouble can be
  /// kilometres off for 20 s. So the other place is believed once it has lasted as long as the old
  /// place, up to a limit.
  private mutating func outvotes(_ time: Timestamp, _ position: Vector) -> Bool {
    guard var run = elsewhere, time > run.last,
      (position - run.position).length
        <= TopSpeed.most * run.last.duration(to: time).inSeconds + Self.mostError
    else {
      if elsewhere?.last != time {
        elsewhere = OtherPlace(first: time, last: time, position: position)
      }
      return false
    }
    run.last = time
    run.position = position
    run.count += 1
    elsewhere = run
    let settled = (settledSince ?? run.first).duration(to: latest?.time ?? run.first)
    let proof = min(.seconds(Usual.badStretch), max(.seconds(Usual.settling), settled))
    return run.count >= 3 && run.first.duration(to: time) >= proof
  }

  /// The speed, if a carrier can have it.
  ///
  /// Any other speed would displace the position, and a speed so great that the result is not
  /// finite would do so until a restart. A negative one measures nothing.
  private func believed(_ speed: Double?) -> Double? {
    speed.flatMap { 0...TopSpeed.most ~= $0 ? $0 : nil }
  }

  // MARK: Bounds

  /// After this long without a fix of the device in use, another device may take its place.
  private static let deviceHold = Duration.seconds(10)

  /// The metres by which a single fix may be off before it counts as impossible; no claim counts for more.
  static let mostError = 500.0
}
