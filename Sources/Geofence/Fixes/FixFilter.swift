/// Decides which fixes are trusted, and gives each its place on the timeline.
///
/// A trusted fix has a position, a time that moves on, and lies where the
/// carrier can have come to. Everything else is rejected with a reason.
public struct FixFilter: Codable, Sendable {
  /// What became of a fix.
  public enum Verdict: Hashable, Sendable {
    /// It is handed on.
    case trusted(TrustedFix)
    /// It is not, for this reason.
    case rejected(Rejection)
  }

  /// The device whose fixes are taken; the first one that has a fix when `nil`.
  public let device: String?

  private var latest: Taken?
  private var setBack: Run?
  private var elsewhere: Run?
  // How many fixes since there was none have said that their error is not known.
  private var unknownRun = 0

  /// The last fix that was trusted.
  private struct Taken: Codable {
    let time: Timestamp
    let instant: Instant
    let arrival: Instant?
    let position: Vector
    let sigma: Double
    let device: String?
  }

  /// Fixes that were rejected but agree with each other.
  private struct Run: Codable {
    let first: Timestamp
    var last: Timestamp
    var position: Vector
    var count = 1
  }

  /// Creates a filter for one device, or for whichever has a fix first.
  public init(device: String? = nil) {
    self.device = device
  }

  /// Judges one fix.
  ///
  /// - Parameters:
  ///   - fix: The report.
  ///   - arrival: When it arrived, on the monotonic clock. Without it, as in
  ///     a replay, the receiver's own clock is the timeline.
  public mutating func receive(_ fix: Fix, arrival: Instant? = nil) -> Verdict {
    receive(fix, arrival: arrival, elapsed: arrival.flatMap(elapsed(until:)))
  }

  /// How long after the last trusted fix another one arrives, where both arrivals are known.
  public func elapsed(until arrival: Instant) -> Duration? {
    latest?.arrival?.duration(to: arrival)
  }

  /// Judges one fix of which it is known how long after the last trusted one it arrived.
  public mutating func receive(
    _ fix: Fix, arrival: Instant?, elapsed: Duration?
  ) -> Verdict {
    if let device, fix.device != device { return .rejected(.otherDevice) }
    guard fix.mode == .fix2D || fix.mode == .fix3D else {
      unknownRun = 0
      return .rejected(.noFix)
    }
    guard let coordinate = fix.coordinate, coordinate.latitude.isFinite,
      coordinate.longitude.isFinite
    else { return .rejected(.noPosition) }
    guard coordinate.isValid else { return .rejected(.outOfRange) }
    guard abs(coordinate.latitude) > 1e-6 || abs(coordinate.longitude) > 1e-6 else {
      return .rejected(.nullIsland)
    }
    guard let time = fix.time else { return .rejected(.noTime) }

    let position = Ellipsoid.vector(coordinate)
    var step = Duration.zero
    var restarts = false
    if let latest {
      // Two receivers need not agree on the year: arrivals tell how long one was away.
      if device == nil, fix.device != latest.device,
        elapsed ?? latest.time.duration(to: time) < Self.deviceHold
      {
        return .rejected(.otherDevice)
      }
      if time == latest.time {
        return .rejected(elapsed ?? .zero > Self.longestEpoch ? .frozenTime : .duplicate)
      }
      step = latest.time.duration(to: time)
      if time < latest.time {
        guard let passed = passedSinceSetBack(time, position) else { return .rejected(.backwards) }
        // The two clocks have nothing to say about each other: only arrivals can.
        step = elapsed ?? passed
      }
      if let elapsed, (elapsed - step).magnitude > Self.clockTolerance {
        step = max(elapsed, .nanoseconds(1))
      }
      let reach = Self.topSpeed * step.inSeconds + Self.jumpAllowance
      if (position - latest.position).length > reach {
        guard outvotes(time, position) else { return .rejected(.jump) }
        restarts = true
      }
    }

    setBack = nil
    elsewhere = nil
    let instant = latest?.instant.advanced(by: step) ?? arrival ?? Instant(.zero)
    let sigma = sigma(of: fix)
    latest = Taken(
      time: time, instant: instant, arrival: arrival, position: position, sigma: sigma,
      device: fix.device)
    return .trusted(
      TrustedFix(
        time: time, instant: instant, coordinate: coordinate, sigma: sigma,
        speed: believed(fix.speed), track: fix.track, eph: fix.eph, restarts: restarts))
  }

  /// How far the timeline is ahead of the clock by which arrivals are measured.
  ///
  /// Between two fixes the timeline goes on at the pace of that clock.
  public var timelineLead: Duration {
    guard let latest, let arrival = latest.arrival else { return .zero }
    return arrival.duration(to: latest.instant)
  }

  // MARK: Exceptions that last

  /// How long the receiver's clock has run since it was set back, once that is sure.
  ///
  /// A report that comes late is dropped. A receiver that corrects its clock
  /// goes on from there, and dropping its fixes until they catch up could
  /// mean to drop them for years.
  private mutating func passedSinceSetBack(_ time: Timestamp, _ position: Vector) -> Duration? {
    guard var run = setBack, time > run.last else {
      if setBack?.last != time {
        setBack = Run(first: time, last: time, position: position)
      }
      return nil
    }
    run.last = time
    run.count += 1
    setBack = run
    let passed = run.first.duration(to: time)
    return run.count >= 3 && passed >= Self.setBackProof ? passed : nil
  }

  /// Whether this fix and the ones just rejected agree that the carrier is elsewhere.
  ///
  /// The first position after a cold start can be another town's. Three that
  /// agree with each other outvote the one before them.
  private mutating func outvotes(_ time: Timestamp, _ position: Vector) -> Bool {
    guard var run = elsewhere, time > run.last,
      (position - run.position).length
        <= Self.topSpeed * run.last.duration(to: time).inSeconds + Self.jumpAllowance
    else {
      if elsewhere?.last != time {
        elsewhere = Run(first: time, last: time, position: position)
      }
      return false
    }
    run.last = time
    run.position = position
    run.count += 1
    elsewhere = run
    return run.count >= 3 && run.first.duration(to: time) >= Self.jumpProof
  }

  // MARK: Accuracy

  /// The standard deviation of each axis in metres.
  ///
  /// The receiver's own, from GST, where there is one. gpsd's eph of an NMEA
  /// receiver is 19 m times HDOP, which is 6.3 times what such receivers were
  /// seen to be off. Without either, 3 m. An HDOP of 99 means that it is not
  /// known: just after the receiver found its position that is a bad sign,
  /// but one that goes on saying so is as good as any other.
  private mutating func sigma(of fix: Fix) -> Double {
    let eph = fix.eph.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let sigma = fix.sigma.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    guard sigma == nil, let eph, eph >= Self.unknownError else {
      unknownRun = 0
      return sigma ?? eph.map { $0 / Self.ephPerSigma } ?? Self.usualSigma
    }
    unknownRun += 1
    return unknownRun > 10 ? Self.usualSigma : eph / Self.ephPerSigma
  }

  /// A speed that a carrier can have: any other would throw the position off, for ever if it is
  /// so great that nothing finite is left of it.
  private func believed(_ speed: Double?) -> Double? {
    speed.flatMap { $0 <= Self.topSpeed ? $0 : nil }
  }

  // MARK: Bounds

  /// 19 m times the HDOP of 99 and more that receivers send when they know none, in metres.
  private static let unknownError = 19 * 99.0

  /// What such receivers are off when they do not say, in metres.
  private static let usualSigma = 3.0

  /// How many times the standard deviation gpsd's eph is.
  private static let ephPerSigma = 6.3

  /// After this long without a fix of the device in use another one may take its place.
  private static let deviceHold = Duration.seconds(10)

  /// Reports of one epoch do not go on for longer than this.
  private static let longestEpoch = Duration.seconds(3)

  /// A receiver's clock that gains or loses more than this between two fixes was set.
  private static let clockTolerance = Duration.seconds(5)

  /// A clock that was set back is believed when it has run on for this long.
  private static let setBackProof = Duration.seconds(5)

  /// A jump is believed when its fixes agree for this long.
  private static let jumpProof = Duration.seconds(2)

  /// No carrier is faster, in metres per second.
  private static let topSpeed = 150.0

  /// How far off a single fix may be without being called impossible, in metres.
  private static let jumpAllowance = 500.0
}

extension Duration {
  /// The duration without its sign.
  var magnitude: Duration { self < .zero ? .zero - self : self }
}
