import Dispatch
internal import Notation
internal import System

/// How things stand, for those who ask.
extension Controller {
  /// A picture of the present.
  var overview: Overview {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    let neighbours = monitor.nearest(3)
    let pending = monitor.pendingStandings(most: Extract.regions.count)
    let near = neighbours.compactMap { monitor.standing(of: $0.region) }
    let since = monitor.blindSince ?? latest.sighted?.instant
    return Overview(
      configuration: configuration, reception: reception, latest: latest,
      sight: monitor.blindSince != nil ? .blind : monitor.lastFix == nil ? .waiting : .sighted,
      since: monitor.blindSince != nil ? monitor.lastFix?.time : latest.sighted?.time,
      sinceThen: since.map { $0.duration(to: moment) }, time: time, fix: monitor.lastFix,
      reportAge: latest.reported.map { $0.duration(to: pace.counted(now)) },
      skyAge: latest.skyArrived.map { $0.duration(to: pace.counted(now)) },
      age: monitor.lastFix.map { $0.instant.duration(to: moment) },
      estimate: monitor.estimate, watched: monitor.regions.count, inside: monitor.inside,
      standings: (near + pending.shown, pending.more), neighbours: neighbours,
      stays: monitor.stays.map { ($0.region, moment.duration(to: $0.deadline)) },
      outputs: annunciator.overview, trouble: ledger.trouble,
      journalAge: ledger.lastWritten("journal").map { $0.duration(to: now) },
      stateAge: ledger.lastWritten("state").map { $0.duration(to: now) },
      uptime: started.duration(to: now))
  }
}
