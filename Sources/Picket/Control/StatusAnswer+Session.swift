internal import Base
internal import Board
internal import Geofence
internal import Records

/// The answer to `status`, to which each part of a running Picket adds its own fields.
struct StatusDraft: Sendable {
  private var answer = StatusAnswer()
  private let details: Matters.Details

  // The receiver's time, unless the date is that of a recording on a bench at another pace.
  private let time: Timestamp?

  /// The part of a session.
  init(_ session: borrowing Session) {
    let (present, configuration) = (session.turn.present, session.configuration)
    session.receiving.fill(&answer, at: present)
    session.monitor.fill(&answer, at: present)
    session.reactions.fill(&answer, configuration.outputs.list, at: present)
    answer.anchors = session.anchors.answers(session.monitor)
    answer.gpsd?.host = configuration.gpsd.host
    answer.gpsd?.port = configuration.gpsd.port
    answer.uptime = session.started.duration(to: present.now).inSeconds
    answer.events = session.monitor.nextSequence - 1
    time = session.receiving.pace.factor == 1 ? present.time : nil
    details = Matters.Details(session, nearest: answer.near.shown.first?.region, at: present)
  }

  /// Adds the outputs.
  mutating func add(_ annunciator: Annunciator) {
    for index in answer.outputs.indices {
      guard let name = answer.outputs[index].output else { continue }
      let state = annunciator.state(of: name)
      (answer.outputs[index].isActive, answer.outputs[index].isFaulty) = state
    }
    let hearing = annunciator.hearing
    (answer.isMuted, answer.isQuiet) = (hearing.isMuted, hearing.isQuiet)
    answer.muteLeft = hearing.muteLeft?.inSeconds
  }

  /// Adds the files of the state and of the regions, and the walk.
  mutating func add(
    _ ledger: Ledger, in directory: String, _ reloader: Reloader, _ walks: WalkKeeper?,
    at now: Instant
  ) {
    func age(_ part: String) -> Double? { ledger.lastWritten(part)?.duration(to: now).inSeconds }
    var storage = StatusAnswer.Storage()
    (storage.directory, storage.faults) = (directory, ledger.storageFaults)
    (storage.journalAge, storage.stateAge) = (age("journal"), age("state"))
    answer.storage = storage
    (answer.walk, answer.filesFault) = (walks?.name, reloader.fault)
  }

  /// The whole answer; what takes longer is done on the server's queue.
  func fields(_ clock: Timestamp, isKept: Bool) -> AnswerPromise.Fields {
    { [self] in
      var answer = answer
      if let time, let doubt = DateDoubt(receiver: time, system: clock, isKept: isKept) {
        answer.dateDoubt = Reason.all([doubt.said, doubt.remedy]).text
        answer.isDateImpossible = doubt.isImpossible
      }
      var versions = StatusAnswer.Versions()
      versions.picket = Version.picket
      (versions.libgps, versions.libgpiod) = (ReportDecoder.version, GPIOChip.version)
      answer.versions = versions
      answer.decided = Matters(answer, details).all
      return answer.json
    }
  }
}

extension Matters.Details {
  /// What only a session knows.
  fileprivate init(_ session: borrowing Session, nearest: String?, at present: Present) {
    self.init()
    seconds = session.reactions.alarms.lasting(at: present.counted)
    for region in seconds.keys { depths[region] = session.monitor.neighbour(region)?.depth }
    limit = session.monitor.speeding.flatMap { session.monitor.watching[$0]?.speedRule?.limit }
    closing = nearest.flatMap { session.monitor.closing(on: $0) }
  }
}

extension Receiving {
  /// Adds the connection, the receiver and the position.
  fileprivate func fill(_ answer: inout StatusAnswer, at present: Present) {
    let (fix, blind, latest) = (monitor.lastFix, monitor.blindSince, self.latest)
    answer.sight = blind != nil ? .blind : fix == nil ? .waiting : .sighted
    answer.since = (blind != nil ? fix?.time : latest.sighted?.time)?.rfc3339
    answer.seconds = (blind ?? latest.sighted?.instant)?.duration(to: present.instant).inSeconds
    let reportAge = latest.reported?.duration(to: present.counted)
    let isReporting = isRecent(reportAge)
    let receiving = reception(answer.sight, isReporting: isReporting, reportAge)
    answer.reason = reason(answer, receiving)
    answer.monitors = answer.reason == nil
    var gpsd = StatusAnswer.Daemon()
    (gpsd.release, gpsd.reception) = (latest.gpsd, receiving)
    answer.gpsd = gpsd
    answer.device = latest.report?.device
    if isReporting { answer.mode = latest.report?.mode.rawValue }
    answer.interval = path.filter.interval?.inSeconds
    if isRecent(latest.skyArrived?.duration(to: present.counted)), let seen = latest.satellites {
      var counts = StatusAnswer.SatelliteCounts()
      (counts.used, counts.seen) = (seen.used, seen.seen)
      answer.satellites = counts
    }
    answer.reportAge = reportAge?.inSeconds
    answer.lack = lack(reportAge)?.rawValue
    answer.time = present.time?.rfc3339
    answer.age = fix?.instant.duration(to: present.instant).inSeconds
    let estimate = monitor.estimate
    answer.latitude = estimate?.coordinate.latitude
    answer.longitude = estimate?.coordinate.longitude
    (answer.deviation, answer.apart) = (estimate?.sigma, disagreement)
    answer.accuracySource = fix?.accuracySource
    answer.accuracyDoubt = path.accuracy.doubt?.answer
    answer.velocityDoubt = path.velocity.doubt?.account
    (answer.eph, answer.speed, answer.track) = (fix?.eph, fix?.speed, fix?.track)
  }

  /// The reason for which Picket does not monitor; `nil` when it does.
  private func reason(_ answer: StatusAnswer, _ receiving: Reason) -> Reason? {
    switch path.reception {
    case .unreachable, .connecting, .stranger: return path.reception.said
    default: break
    }
    switch answer.sight {
    case .sighted: return nil
    case .waiting: return Reason("sight.waiting", ["reason": .reason(receiving)])
    default:
      guard let since = answer.since else {
        return Reason("sight.blindAtOnce", ["reason": .reason(receiving)])
      }
      return Reason("sight.blind", ["time": .text(since), "reason": .reason(receiving)])
    }
  }

  /// The present reception; a fix from before the receiver fell silent does not count.
  private func reception(
    _ sight: StatusAnswer.Sight?, isReporting: Bool, _ reportAge: Duration?
  ) -> Reason {
    let reception = path.reception
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
  private func lack(_ reportAge: Duration?) -> Reception.Lack? {
    // A status is up to a second old when a position is counted as missing, which is from 5 s on.
    let usual = max(.seconds(4), (path.filter.interval ?? .zero) * 3 / 2 + .seconds(1))
    if let lack = path.reception.lack { return lack }
    guard let reportAge, reportAge <= usual else { return .receiver }
    if (latest.report?.mode.rawValue ?? 0) < 2 { return .sky }
    return latest.rejection?.isOfReports == true ? .reports : nil
  }

  /// Whether an age is normal: receivers report every 1 to 5 s, some less often; gpsd's limit for
  /// silence is 12 s.
  private func isRecent(_ age: Duration?) -> Bool {
    age.map { $0 <= max(.seconds(12), (path.filter.interval ?? .zero) * 3) } ?? false
  }
}

extension RegionMonitor {
  /// Adds the regions: the nearest, and all with a pending crossing.
  fileprivate func fill(_ answer: inout StatusAnswer, at present: Present) {
    (answer.watched, answer.wander) = (watching.count, wanderHere)
    (answer.inside.shown, answer.unsure.shown) = (inside, unsure)
    (answer.speeding, answer.lacksSpeed) = (speeding, lacksSpeed)
    let neighbours = nearest(3)
    let pending = pendingStandings(most: Extract.regions.count)
    answer.near.shown = neighbours.map { one in
      let region =
        standing(of: one.region)?.answer ?? RegionAnswer(one.region, one.state, depth: one.depth)
      return region.within(hours(of: one.region))
    }
    let named = Set(neighbours.map(\.region))
    answer.near.shown += pending.shown.filter { !named.contains($0.region) }.map(\.answer)
    answer.near.more = pending.more
    answer.stays.shown = stays.map { one in
      var stay = StatusAnswer.Stay()
      (stay.region, stay.left) = (one.region, present.instant.duration(to: one.deadline).inSeconds)
      return stay
    }
  }
}

extension Reactions {
  /// Adds the reminders, the alarms, and why each output is active or not.
  fileprivate func fill(
    _ answer: inout StatusAnswer, _ outputs: [Output], at present: Present
  ) {
    let reasons = held.reasons(at: present)
    answer.outputs = outputs.map { output in
      var one = OutputAnswer()
      (one.output, one.kind, one.reason) = (output.name, output.kind.rawValue, reasons[output.name])
      return one
    }
    answer.alarms = alarms.reasons()
    let running = reminders.running(at: present).map { running, left in
      var reminder = StatusAnswer.Reminder()
      (reminder.region, reminder.left) = (running.region, left?.inSeconds)
      (reminder.count, reminder.most) = (running.count, running.most)
      return reminder
    }
    if !running.isEmpty { answer.reminders = Listed(running, within: .regions) }
  }
}
