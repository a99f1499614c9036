internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import Records

/// The state of all parts of a running Picket at one moment.
struct Overview: Sendable {
  /// Whether fixes can be trusted.
  enum Sight: String, Sendable {
    /// No trusted fix has arrived since the start.
    case waiting
    case sighted
    case blind
  }

  let configuration: Configuration
  let reception: Reception
  let latest: Latest
  let sight: Sight
  /// The time since which Picket is sighted or blind, by the receiver's clock.
  let since: Timestamp?
  /// The time for which Picket has been sighted or blind.
  let sinceThen: Duration?
  let time: Timestamp?
  let fix: TrustedFix?
  /// The interval at which the receiver reports, if it is known.
  let interval: Duration?
  /// The time since the last report of a fix arrived.
  let reportAge: Duration?
  /// The time since the last list of satellites arrived.
  let skyAge: Duration?
  let age: Duration?
  let estimate: RegionMonitor.Estimate?
  /// The metres from the estimate to the receiver's place, while they disagree.
  let apart: Double?
  let accuracyDoubt: AccuracyCheck.Doubt?
  let wander: Double?
  let velocityDoubt: VelocityCheck.Doubt?
  let watched: Int
  let inside: [String]
  let unsure: [String]
  /// The region whose limit of speed the carrier exceeds.
  let speeding: String?
  /// Whether limits of speed cannot be judged: no speed of the receiver is believed.
  let lacksSpeed: Bool
  /// The present span of hours of each neighbour that has hours.
  let hours: [String: Hours.Span]
  /// The standings of the neighbours and of pending crossings, and how many of the latter are left
  /// out.
  let standings: (shown: [Standing], more: Int)
  let neighbours: [RegionMonitor.Neighbour]
  /// The regions with a pending dwell event, and the time until then.
  let stays: [(region: String, left: Duration)]
  /// The running reminders, and the time until the next of each.
  let reminders: [(running: RunningReminder, left: Duration?)]
  /// The anchors that are dropped.
  let anchors: [AnchorAnswer]
  /// The alarms that go on.
  let alarms: [Reason]
  let outputs: Annunciator.Overview
  /// The reason for the level of each held output.
  let reasons: [String: Reason]
  let storageFaults: [Reason]
  let journalAge: Duration?
  let stateAge: Duration?
  let uptime: Duration

  /// The reason for which Picket does not monitor; `nil` when it does.
  var reason: Reason? {
    switch reception {
    case .unreachable, .connecting, .stranger: return reception.said
    default: break
    }
    switch sight {
    case .sighted: return nil
    case .waiting: return Reason("sight.waiting", ["reason": .reason(receiving)])
    case .blind:
      guard let since else {
        return Reason("sight.blindAtOnce", ["reason": .reason(receiving)])
      }
      return Reason(
        "sight.blind", ["time": .text(since.rfc3339), "reason": .reason(receiving)])
    }
  }

  /// The present reception; a fix from before the receiver fell silent does not count.
  var receiving: Reason {
    guard reception.hasFix, sight != .sighted else { return reception.said }
    guard isReporting else {
      return reportAge.map { Reason("reception.quietFor", ["time": .tenths($0.inSeconds)]) }
        ?? Reason("reception.quiet")
    }
    return latest.rejection.map {
      Reason(
        "reception.rejected", ["fix": .reason(reception.said), "reason": .reason($0.said)])
    } ?? reception.said
  }

  /// What is missing for a position; `nil` if nothing is, or if only the positions contradict each
  /// other.
  var lack: Reception.Lack? {
    // A status is up to a second old when a position is counted as missing, which is from 5 s on.
    let usual = max(.seconds(4), (interval ?? .zero) * 3 / 2 + .seconds(1))
    if let lack = reception.lack { return lack }
    guard let reportAge, reportAge <= usual else { return .receiver }
    if (latest.report?.mode.rawValue ?? 0) < 2 { return .sky }
    return latest.rejection?.isOfReports == true ? .reports : nil
  }

  /// Whether the last report of a fix is recent.
  var isReporting: Bool { isRecent(reportAge) }

  /// Whether the last list of satellites is recent.
  var hasSky: Bool { isRecent(skyAge) }

  /// Whether an age is normal: receivers report every 1 to 5 s, some less
  /// often; gpsd's limit for silence is 12 s.
  private func isRecent(_ age: Duration?) -> Bool {
    age.map { $0 <= max(.seconds(12), (interval ?? .zero) * 3) } ?? false
  }
}

extension Overview {
  /// The overview of a session.
  init(_ session: borrowing Session, _ surroundings: Surroundings, at now: Instant) {
    let present = session.present(at: now)
    let (latest, reactions) = (session.receiving.latest, session.reactions)
    let neighbours = session.monitor.nearest(3)
    let pending = session.monitor.pendingStandings(most: Extract.regions.count)
    let near = neighbours.compactMap { session.monitor.standing(of: $0.region) }
    let (fix, blind) = (session.monitor.lastFix, session.monitor.blindSince)
    var hours: [String: Hours.Span] = [:]
    for one in neighbours { hours[one.region] = session.monitor.hours(of: one.region) }
    let since = blind ?? latest.sighted?.instant
    self.init(
      configuration: session.configuration, reception: session.receiving.path.reception,
      latest: latest,
      sight: blind != nil ? .blind : fix == nil ? .waiting : .sighted,
      since: blind != nil ? fix?.time : latest.sighted?.time,
      sinceThen: since.map { $0.duration(to: present.instant) }, time: present.time, fix: fix,
      interval: session.receiving.path.filter.interval,
      reportAge: latest.reported.map { $0.duration(to: present.counted) },
      skyAge: latest.skyArrived.map { $0.duration(to: present.counted) },
      age: fix.map { $0.instant.duration(to: present.instant) },
      estimate: session.monitor.estimate, apart: session.receiving.disagreement,
      accuracyDoubt: session.receiving.path.accuracy.doubt,
      wander: session.monitor.wanderHere,
      velocityDoubt: session.receiving.path.velocity.doubt,
      watched: session.monitor.watching.count, inside: session.monitor.inside,
      unsure: session.monitor.unsure, speeding: session.monitor.speeding,
      lacksSpeed: session.monitor.lacksSpeed, hours: hours,
      standings: (near + pending.shown, pending.more), neighbours: neighbours,
      stays: session.monitor.stays.map { ($0.region, present.instant.duration(to: $0.deadline)) },
      reminders: reactions.reminders.running(at: present),
      anchors: session.anchors.answers(session.monitor), alarms: reactions.alarms.reasons(),
      outputs: surroundings.outputs, reasons: reactions.held.reasons(at: present),
      storageFaults: surroundings.storageFaults, journalAge: surroundings.journalAge,
      stateAge: surroundings.stateAge, uptime: session.started.duration(to: now))
  }
}

extension StatusAnswer {
  /// The answer to `status`: the present state of all parts.
  static func fields(
    _ session: borrowing Session, _ surroundings: Surroundings, at now: Instant
  ) -> Answer.Fields {
    let overview = Overview(session, surroundings, at: now)
    // On a bench at another pace, the date is that of a recording.
    let doubt =
      session.receiving.pace.factor == 1 ? surroundings.doubt(of: overview.time) : nil
    let events = session.monitor.nextSequence - 1
    let details = Matters.Details(session, nearest: overview.neighbours.first, at: now)
    return {
      var answer = overview.answer
      if let doubt {
        answer.dateDoubt = "\(doubt.words); \(doubt.remedy)"
        answer.isDateImpossible = doubt.isImpossible
      }
      answer.events = events
      answer.walk = surroundings.walk
      answer.filesFault = surroundings.filesFault
      answer.decided = Matters(answer, details).all
      return answer.json
    }
  }
}

extension Matters.Details {
  /// What only a session knows.
  fileprivate init(
    _ session: borrowing Session, nearest: RegionMonitor.Neighbour?, at now: Instant
  ) {
    self.init()
    seconds = session.reactions.alarms.lasting(at: session.present(at: now).counted)
    for region in seconds.keys { depths[region] = session.monitor.neighbour(region)?.depth }
    limit = session.monitor.speeding.flatMap { session.monitor.watching[$0]?.speedRule?.limit }
    closing = nearest.flatMap { session.monitor.closing(on: $0.region) }
  }
}
