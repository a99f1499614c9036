extension RegionMonitor {
  /// Whether a region does not report now: it is outside its hours, or not yet or no longer its turn.
  func isSilent(_ place: Int) -> Bool {
    timetable.isSilent(place)
      || (!book.isEmpty && book.silence(of: watched[place].region.id) != nil)
  }

  /// The reason for which a region of a course does not report now.
  public func orderSilence(of id: String) -> OrderSilence? { book.silence(of: id) }

  /// The last crossing of a region that did not count because of its course.
  public func wrongCourse(of id: String) -> WrongCourse? { book.refusals[id] }

  /// The first events of the regions of a course, since its last reset.
  public var course: [String: Timestamp] { book.done }

  /// Begins the course anew; returns the number of regions that had reported.
  public mutating func resetCourse() -> Int { book.reset() }

  /// The carrier's course in degrees from true north; `nil` while it may stand.
  var track: Double? {
    guard let position else { return nil }
    let velocity = position.velocity
    return velocity.length > max(Course.slowest, position.velocitySigma) ? velocity.bearing : nil
  }

  /// Notes the courses at which crossings of regions with a heading have begun.
  mutating func noteTracks() {
    for place in headed {
      guard let pending = watched[place].watch?.pending else { continue }
      book.hold(track, of: watched[place].region.id, noticed: pending.noticed)
    }
  }

  /// Adopts the rules that few regions have, after other regions were placed.
  mutating func adoptRules(from old: [WatchedRegion]) {
    // The others are only read in place: very many regions would take long to copy.
    book.watch(watched.lazy.map(\.region))
    limited = watched.indices.filter { watched[$0].region.speedRule != nil }
    headed = watched.indices.filter { watched[$0].region.order.heading != nil }
    let before = Dictionary(zip(gates, gateWatches).map { (old[$0], $1) }.map { ($0.region, $1) }) {
      first, _ in first
    }
    gates = watched.indices.filter { watched[$0].region.isGate }
    gateWatches = gates.map { before[watched[$0].region] ?? GateWatch() }
  }
}
