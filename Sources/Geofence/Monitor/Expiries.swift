/// The times at which regions expire, by their places among the watched regions.
///
/// A receiver's date may turn out to be wrong: the regions that expired by it are then watched
/// again.
struct Expiries: Sendable {
  // In order of time; the first ones, `ended` in number, have expired.
  private var times: [(time: Timestamp, place: Int)] = []
  private var ended = 0
  /// The places of the regions that were reported as expired.
  private(set) var reported: Set<Int> = []

  private var hasChanged = false

  /// Creates expiries by which no region expires.
  init() {}

  /// Creates expiries from the times at which regions expire, in the order of their places.
  init(of expiries: some Sequence<Timestamp?>) {
    times = expiries.enumerated().compactMap { place, time in
      time.map { (time: $0, place: place) }
    }.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
  }

  /// Ends the next region that has expired at a time, and returns its place.
  mutating func nextEnded(at time: Timestamp) -> Int? {
    guard ended < times.count, times[ended].time <= time else { return nil }
    ended += 1
    hasChanged = true
    return times[ended - 1].place
  }

  /// Resumes the next region that was ended but has not expired at a time, and returns its place.
  mutating func nextResumed(at time: Timestamp) -> Int? {
    guard ended > 0, times[ended - 1].time > time else { return nil }
    ended -= 1
    hasChanged = true
    return times[ended].place
  }

  /// Notes that the region at this place was already reported as expired.
  mutating func noteReported(_ place: Int) {
    reported.insert(place)
  }

  /// Returns the places of the regions that were ended or resumed since the last call.
  mutating func popChanges() -> (ended: [Int], resumed: [Int])? {
    guard hasChanged else { return nil }
    hasChanged = false
    let over = Set(times[..<ended].map(\.place))
    defer { reported = over }
    return (over.subtracting(reported).sorted(), reported.subtracting(over).sorted())
  }
}

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
