/// The regions within their hours, and those with an event due because their hours have begun.
///
/// A region is identified by its place among the watched regions. Regions with the same hours share
/// an entry, and until the next change of any hours a new time costs one comparison.
struct Timetable: Sendable {
  private struct TimedHours {
    let hours: Hours
    var span: Hours.Span?
    /// The places of the regions that report when a span begins.
    var starters: [Int32] = []
  }

  private var entries: [TimedHours] = []
  // By place: the index of its entry, or -1; empty if no region has hours.
  private var indices: [Int32] = []
  // Nothing changes while the time is in this range.
  private var known: Range<Timestamp>?
  private var hasStarters = false
  private var hasNews = true

  /// The last time that was given.
  private(set) var time: Timestamp?

  /// The places for which an event is due as soon as the state is clear, in order.
  private(set) var open: [Int] = []

  // All starts until this time have been handled.
  private var seen: Timestamp?
  // By place: the beginnings that an event has reported, if they are later than `seen`.
  private var reported: [Int: Timestamp] = [:]

  /// Creates a timetable without hours.
  init() {}

  /// Creates the timetable of regions in the order of their places.
  init(of regions: some Collection<Region>) {
    guard regions.contains(where: { $0.active != nil }) else { return }
    var known: [Hours: Int] = [:]
    indices = regions.enumerated().map { place, region in
      guard let hours = region.active else { return -1 }
      let index = known[hours] ?? entries.count
      if index == entries.count {
        entries.append(TimedHours(hours: hours))
        known[hours] = index
      }
      if region.reportsStart {
        entries[index].starters.append(Int32(place))
        hasStarters = true
      }
      return Int32(index)
    }
  }

  /// Whether a region is silent because it is outside its hours.
  func isSilent(_ place: Int) -> Bool { span(of: place)?.isActive == false }

  /// The present span of a region's hours; `nil` without hours or before the first time.
  func span(of place: Int) -> Hours.Span? {
    guard !indices.isEmpty, indices[place] >= 0 else { return nil }
    return entries[Int(indices[place])].span
  }

  /// The next time at which any hours change.
  var nextChange: Timestamp? { known?.upperBound }

  /// Updates the spans to a time.
  mutating func update(at time: Timestamp) {
    guard !entries.isEmpty else { return }
    self.time = time
    if let known, known.contains(time) { return }
    var (from, until) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
    for index in entries.indices {
      if let span = entries[index].span, span.known.contains(time) {
        (from, until) = (max(from, span.known.lowerBound), min(until, span.known.upperBound))
        continue
      }
      let span = entries[index].hours.span(at: time)
      entries[index].span = span
      (from, until) = (max(from, span.known.lowerBound), min(until, span.known.upperBound))
    }
    known = from..<until
    hasNews = true
  }

  // MARK: Starts

  /// Finds the spans that have begun by the last given time, if that time is plausible.
  mutating func openStarts() {
    guard hasStarters, let time else { return }
    // Spans that began before the first time were not seen to begin.
    guard let seen else { return self.seen = time }
    // A step back by more than a day corrects a wrong date. A smaller one must not repeat an event.
    let isWrong = time.advanced(by: .seconds(86_400)) < seen
    self.seen = isWrong ? time : max(seen, time)
    guard hasNews else { return }
    hasNews = false
    var open = Set(isWrong ? [] : self.open)
    for entry in entries {
      guard let span = entry.span else { continue }
      for place in entry.starters.lazy.map(Int.init) {
        guard span.isActive, let start = span.start else {
          open.remove(place)
          continue
        }
        if !isWrong, start > seen, reported[place].map({ $0 < start }) ?? true {
          open.insert(place)
        }
      }
    }
    self.open = open.sorted()
  }

  /// Notes that the event of a region was reported, or is not due.
  mutating func close(_ place: Int) {
    if !open.isEmpty { open.removeAll { $0 == place } }
  }

  // MARK: Memory

  /// The memory that a later timetable needs to report each start once.
  func memory(of regions: [WatchedRegion]) -> Memory.Starts? {
    guard hasStarters, let seen else { return nil }
    var memory = Memory.Starts(seen: seen)
    memory.open = open.map { regions[$0].region.id }
    for (place, time) in reported where time > seen {
      memory.reported[regions[place].region.id] = time
    }
    return memory
  }

  /// Continues from a memory.
  mutating func resume(_ memory: Memory.Starts?, _ place: (String) -> Int?) {
    guard hasStarters, let memory else { return }
    seen = memory.seen
    for (id, time) in memory.reported {
      if let place = place(id) { reported[place] = time }
    }
    open = memory.open.filter { memory.reported[$0] == nil }.compactMap(place)
      .filter { regionReportsStart($0) }.sorted()
    hasNews = true
  }

  private func regionReportsStart(_ place: Int) -> Bool {
    guard !indices.isEmpty, indices[place] >= 0 else { return false }
    return entries[Int(indices[place])].starters.contains(Int32(place))
  }
}
