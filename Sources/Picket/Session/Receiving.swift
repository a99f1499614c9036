internal import Base
internal import Board
internal import Geofence

/// The receiver's side of a session: the lines of gpsd on their path to the monitor, and what is kept
/// of them for answers.
struct Receiving: ~Copyable {
  /// The effect of one message.
  enum Effect {
    /// A fix, which `judge` is to be called for, and the findings of the monitor.
    case fix([Finding])
    /// Nothing that changes a deadline, as for the most frequent reports.
    case none
    /// Any other.
    case other
  }

  /// The pace of the clock: on the bench, faster than real time.
  let pace: Pace

  /// The path of the fixes, with the monitor at its end.
  private(set) var path: FixPath<RegionMonitor>

  // Kept for answers only.
  private(set) var latest = Latest()
  private(set) var hindsight = Hindsight()

  private var log = ReceiverLog()

  /// Creates the path to a monitor.
  init(_ monitor: RegionMonitor, device: String?, names: DeviceNames?, _ pace: Pace) {
    self.pace = pace
    path = FixPath(
      filter: FixFilter(
        device: device,
        // On a bench, a recording from an earlier year is as good as any.
        earliest: pace.factor == 1 ? DateDoubt.earliest : nil), names: names,
      decider: monitor)
  }

  /// The monitor of the regions; it is lent, since a copy would cost as much as a fix.
  var monitor: RegionMonitor { _read { yield path.decider } }

  // MARK: Time

  /// The present by each clock.
  func present(at now: Instant) -> Present {
    Present(
      now, pace, lead: path.timelineLead, seen: path.decider.lastFix.map { ($0.time, $0.instant) })
  }

  /// The time at which an instant on the timeline of the fixes is due, once all earlier fixes have
  /// arrived.
  func due(_ instant: Instant?) -> Instant? {
    Instant.earliest(monitor.deadline, instant).map {
      pace.actual($0.advanced(by: pace.transit - path.timelineLead))
    }
  }

  /// Applies the deadlines of the monitor up to an instant, without a new fix.
  mutating func deadlineReached(at instant: Instant) -> [Finding] {
    let findings = path.deadlineReached(at: instant)
    keepEvents(of: findings)
    return findings
  }

  // MARK: Messages

  /// Receives the input from gpsd's connection.
  ///
  /// - Parameter now: The time of its arrival.
  mutating func receive(
    _ message: GPSDClient.Message, _ turn: inout Turn, at now: Instant
  ) -> Effect {
    guard case .line(let line, _) = message else {
      if case .lost = message { log.loseConnection() }
      path.receive(message)
      turn.begin(present(at: now))
      return .other
    }
    let arrival = pace.counted(now)
    let names = path.names.others
    let step = path.receive(line, .live(arrival))
    // The line may have moved the timeline.
    turn.begin(present(at: now))
    if path.names.others != names {
      turn.append(.record(.receiver(path.names.others.sorted())))
    }
    switch step.report {
    case .fix(let fix):
      if step.isFollowed { (latest.report, latest.reported) = (fix, arrival) }
      return .fix(step.findings)
    case .sky(let satellites):
      if path.filter.device == nil || satellites.device == path.filter.device {
        (latest.satellites, latest.skyArrived) = (satellites, arrival)
      }
      return .none
    case .other: return .none
    case .version(let release):
      latest.gpsd = release
      log.connect(to: release, &turn)
    case .mistyped(let mistake): log.logFirst(mistake, &turn)
    case .unreadable(let reason):
      guard !path.reception.isStranger else { break }
      turn.logGPSD("gpsd sent a line that cannot be read: \(reason)")
    case .error(let reason):
      turn.logGPSD("gpsd reports: \(reason)")
    case .devices, .device: break
    }
    return .other
  }

  /// Applies the verdict on the last fix.
  ///
  /// - Returns: The instant of the fix, and whether states may have changed without a finding; `nil`
  ///   for a fix that is not trusted.
  mutating func judge(
    _ findings: [Finding], _ turn: inout Turn
  ) -> (by: Instant, everywhere: Bool)? {
    if case .recorded(let instant, let elapsed)? = path.neededArrival {
      turn.append(.record(.arrived(instant, elapsed: elapsed)))
    }
    switch path.verdict {
    case .trusted(let fix)?:
      // The clock is set before the signals that the fix leads to.
      let arrival = pace.actual(fix.instant.advanced(by: .zero - path.timelineLead))
      let clock = WallClock(fix.time, at: arrival, speed: pace.factor)
      turn.append(.clock(clock, at: turn.now))
      latest.rejection = nil
      log.noteDate(of: fix, &turn)
      for case .sighted in findings { latest.sighted = fix }
      keepEvents(of: findings)
      return (fix.instant, fix.restarts)
    case .rejected(let reason)?:
      if reason != .otherDevice { latest.rejection = reason }
      hindsight.reject(reason, time: turn.present.time, at: turn.present.instant)
      log.logFirst(reason, &turn)
      return nil
    case nil: return nil
    }
  }

  // MARK: Answers

  /// The metres from the estimate to the receiver's place, while they disagree.
  var disagreement: Double? { monitor.disagreement(with: latest.report, latest.rejection) }

  private mutating func keepEvents(of findings: [Finding]) {
    for case .event(let event) in findings {
      hindsight.decide(event, event.isScheduled ? nil : monitor.grounds(of: event.region))
    }
  }

  /// Keeps the fix of the last report, if it is trusted, for answers and for the next anchor.
  mutating func keepForAnswers(_ anchors: inout AnchorWatch) {
    guard case .trusted(let fix)? = path.verdict else { return }
    hindsight.receive(fix, &path.decider)
    anchors.add(fix)
  }

  // MARK: The monitor

  /// Watches other regions from now on; afterwards the placement holds those that were watched.
  mutating func watch(_ placement: inout RegionMonitor.Placement, at present: Present) {
    path.settle()
    path.decider.watch(&placement, at: present.instant)
  }

  /// Begins the course anew; returns the number of regions that had reported.
  mutating func resetCourse() -> Int {
    path.settle()
    return path.decider.resetCourse()
  }

  /// Silences the approach cue until the carrier has turned back.
  mutating func acknowledgeCue(at present: Present) -> [Finding] {
    path.settle()
    return path.decider.acknowledgeCue(at: present.instant)
  }
}
