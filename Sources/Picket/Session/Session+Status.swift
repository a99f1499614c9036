internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import Records

/// The answer to `status`.
extension Session {
  /// `status`: the present state of all parts.
  func status(_ surroundings: Surroundings, at now: Instant) -> Response {
    let overview = overview(surroundings, at: now)
    let doubt = dateDoubt(surroundings, at: now)
    let events = monitor.nextSequence - 1
    return .fields {
      var answer = overview.answer
      if let doubt {
        answer.dateDoubt = "\(doubt.words); \(doubt.remedy)"
        answer.isDateImpossible = doubt.isImpossible
      }
      answer.events = events
      answer.walk = surroundings.walk
      answer.filesFault = surroundings.filesFault
      return answer.json
    }
  }

  /// The doubt about the receiver's date; `nil` without one, and on a bench at another pace.
  private func dateDoubt(_ surroundings: Surroundings, at now: Instant) -> DateDoubt? {
    guard pace.factor == 1, let time = time(at: now), let clock = surroundings.clock else {
      return nil
    }
    return DateDoubt(receiver: time, system: clock.time, isKept: clock.isKept)
  }

  private func overview(_ surroundings: Surroundings, at now: Instant) -> Overview {
    let (moment, counted) = (moment(at: now), pace.counted(now))
    let neighbours = monitor.nearest(3)
    let pending = monitor.pendingStandings(most: Extract.regions.count)
    let near = neighbours.compactMap { monitor.standing(of: $0.region) }
    let (fix, blind) = (monitor.lastFix, monitor.blindSince)
    var hours: [String: Hours.Span] = [:]
    for one in neighbours { hours[one.region] = monitor.hours(of: one.region) }
    let since = blind ?? latest.sighted?.instant
    return Overview(
      configuration: configuration, reception: path.reception, latest: latest,
      sight: blind != nil ? .blind : fix == nil ? .waiting : .sighted,
      since: blind != nil ? fix?.time : latest.sighted?.time,
      sinceThen: since.map { $0.duration(to: moment) }, time: time(at: now), fix: fix,
      interval: path.filter.interval, reportAge: latest.reported.map { $0.duration(to: counted) },
      skyAge: latest.skyArrived.map { $0.duration(to: counted) },
      age: fix.map { $0.instant.duration(to: moment) },
      estimate: monitor.estimate, accuracyDoubt: path.accuracy.doubt,
      watched: monitor.watching.count, inside: monitor.inside,
      unsure: monitor.unsure, speeding: monitor.speeding, lacksSpeed: monitor.lacksSpeed,
      hours: hours,
      standings: (near + pending.shown, pending.more), neighbours: neighbours,
      stays: monitor.stays.map { ($0.region, moment.duration(to: $0.deadline)) },
      reminders: runningReminders(at: moment), anchors: anchorAnswers,
      alarms: alarmWords(),
      outputs: surroundings.outputs,
      reasons: held.outputs.reasons(at: counted),
      storageFaults: surroundings.storageFaults,
      journalAge: surroundings.journalAge, stateAge: surroundings.stateAge,
      uptime: started.duration(to: now))
  }
}
