/// When regions are over, by their places among the watched regions.
///
/// A receiver's date may turn out to be wrong: the regions that it ended are then watched again.
struct Expiries: Sendable {
  // The earliest first; those at the front are over.
  private var times: [(time: Timestamp, place: Int)] = []
  private var ended = 0
  /// The places of the regions that were reported as over.
  private(set) var reported: Set<Int> = []

  private var hasChanged = false

  /// Creates one in which nothing is ever over.
  init() {}

  /// Creates one of the times when regions are over, in the order of their places.
  init(of expiries: some Sequence<Timestamp?>) {
    times = expiries.enumerated().compactMap { place, time in
      time.map { (time: $0, place: place) }
    }.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
  }

  /// The place of the next region that is over at a time and was not before.
  mutating func nextEnded(at time: Timestamp) -> Int? {
    guard ended < times.count, times[ended].time <= time else { return nil }
    ended += 1
    hasChanged = true
    return times[ended - 1].place
  }

  /// The place of the next region that was over and at this time is not.
  mutating func nextResumed(at time: Timestamp) -> Int? {
    guard ended > 0, times[ended - 1].time > time else { return nil }
    ended -= 1
    hasChanged = true
    return times[ended].place
  }

  /// It is known already that the region at this place is over.
  mutating func noteReported(_ place: Int) {
    reported.insert(place)
  }

  /// The places of regions that are over, or not over any more, since the last call.
  mutating func takeChanges() -> (ended: [Int], resumed: [Int])? {
    guard hasChanged else { return nil }
    hasChanged = false
    let over = Set(times[..<ended].map(\.place))
    defer { reported = over }
    return (over.subtracting(reported).sorted(), reported.subtracting(over).sorted())
  }
}
