extension RegionMonitor {
  /// Ends the regions that have expired, and resumes those that have not expired after all.
  ///
  /// By a date that is not proven a region becomes quiet, but is not reported as expired.
  mutating func expire(at fix: TrustedFix, into findings: inout [Finding]) {
    guard !fix.isDateImpossible else { return }
    while let index = expiries.nextEnded(at: fix.time) { watched[index].isExpired = true }
    while let index = expiries.nextResumed(at: fix.time) {
      watched[index].wake()
      if !watched[index].isSettled { insertActive(index) }
    }
    guard fix.isDateProven, let changed = expiries.popChanges() else { return }
    findings += changed.ended.map { .expired(watched[$0].region.id) }
    findings += changed.resumed.map { .resumed(watched[$0].region.id) }
  }

  /// Ends the regions that had expired at the last fix, after they were placed anew.
  ///
  /// - Parameter reported: The identifiers of the regions that were already reported as expired.
  mutating func endRegions(reported: Set<String>) {
    while let fix = lastFix, !fix.isDateImpossible, let index = expiries.nextEnded(at: fix.time) {
      watched[index].isExpired = true
      if reported.contains(watched[index].region.id) { expiries.noteReported(index) }
    }
    setDeadline()
  }

  private mutating func insertActive(_ index: Int) {
    let place = active.firstIndex { $0 >= index } ?? active.endIndex
    if place == active.endIndex || active[place] != index { active.insert(index, at: place) }
  }
}
