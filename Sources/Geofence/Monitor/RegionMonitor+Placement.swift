extension RegionMonitor {
  /// Regions made ready to be watched, which takes seconds where there are very many.
  ///
  /// A placement needs nothing from the monitor, so it can be made while the monitor runs.
  public struct Placement: Sendable {
    var disabled: [Region]
    // In the order of identifiers, so that the order in a file has no effect.
    var watched: [WatchedRegion]
    var expiries: Expiries
    var timetable: Timetable
    var index: RegionIndex

    /// Makes regions ready; if two have the same identifier, the last one counts.
    public init(_ regions: [Region]) {
      self.init(regions, isFlat: false)
    }

    init(_ regions: [Region], isFlat: Bool) {
      let places = Self.places(regions)
      disabled = places.filter { !regions[$0].isEnabled }.map { regions[$0] }
      // Only read in place: to copy very many regions takes much memory, and time.
      let order = places.filter { regions[$0].isEnabled }
      let sorted = order.lazy.map { regions[$0] }
      if order.contains(where: { !regions[$0].exclude.isEmpty }) {
        watched = zip(sorted, Exclusion.areas(of: sorted, and: disabled)).map {
          WatchedRegion($0, area: $1)
        }
      } else {
        watched = order.map { WatchedRegion(regions[$0], area: regions[$0].shape) }
      }
      expiries = Expiries(of: order.map { regions[$0].expires })
      let areTimed = order.contains { regions[$0].active != nil }
      timetable = areTimed ? Timetable(of: sorted) : Timetable()
      index = RegionIndex(watched, isFlat: isFlat)
    }

    // The places of the regions in the order of their identifiers, each identifier once.
    private static func places(_ regions: [Region]) -> [Int] {
      let sorted = regions.indices.sorted {
        (regions[$0].id, $0) < (regions[$1].id, $1)
      }
      return sorted.enumerated().lazy.filter { place, region in
        place + 1 == sorted.count || regions[sorted[place + 1]].id != regions[region].id
      }.map(\.element)
    }
  }

  /// Watches these regions from now on.
  ///
  /// A region that keeps its identifier keeps its confirmed state. Its pending crossing is dropped
  /// when its shape or thresholds changed. A dwell time that is over by now because it was
  /// shortened is confirmed now, not for an earlier time. A new region that latches, such as an
  /// anchor's, has its side from the last fix if the carrier is clearly inside: if fixes fail from
  /// now on, having left is an alarm all the same.
  ///
  /// - Parameter instant: The present instant; that of the last fix or deadline when `nil`.
  public mutating func watch(_ regions: [Region], at instant: Instant? = nil) {
    var placement = Placement(regions, isFlat: isFlat)
    watch(&placement, at: instant)
  }

  /// Watches regions that were made ready, as `watch` does with the regions themselves.
  ///
  /// - Parameters:
  ///   - placement: Afterwards it holds the regions that were watched before: releasing very many
  ///     takes time, too.
  ///   - instant: The present instant; that of the last fix or deadline when `nil`.
  public mutating func watch(_ placement: inout Placement, at instant: Instant? = nil) {
    let now = [instant, lastDecision, lastFix?.instant].compactMap { $0 }.max()
    var old = watched.startIndex
    for place in placement.watched.indices {
      // Both are in the order of identifiers.
      while old < watched.endIndex, watched[old].region.id < placement.watched[place].region.id {
        old += 1
      }
      let isKept =
        old < watched.endIndex && watched[old].region.id == placement.watched[place].region.id
      if isKept, !expiries.reported.contains(old) {
        placement.watched[place].resume(from: watched[old], at: now)
      } else if !isKept, placement.watched[place].region.latches {
        beginLatching(&placement.watched[place], at: now)
      }
    }
    let reported = Set(expiries.reported.map { watched[$0].region.id })
    let (starts, time) = (timetable.memory(of: watched), timetable.time ?? lastFix?.time)
    swap(&placement)
    timetable.resume(starts, place(of:))
    if let time { timetable.update(at: time) }
    endRegions(reported: reported)
  }

  /// Begins a new region that latches with the carrier inside, if the last fix shows that.
  private func beginLatching(_ region: inout WatchedRegion, at now: Instant?) {
    guard blindSince == nil, let previous, previous.isTrusted, let lastFix, let now,
      lastFix.instant.duration(to: now) <= patience
    else { return }
    region.beginInside(from: previous, fix: lastFix)
  }

  mutating func swap(_ placement: inout Placement) {
    Swift.swap(&disabled, &placement.disabled)
    Swift.swap(&watched, &placement.watched)
    Swift.swap(&expiries, &placement.expiries)
    Swift.swap(&timetable, &placement.timetable)
    Swift.swap(&index, &placement.index)
    active = watched.indices.filter { !watched[$0].isSettled }
    adoptRules(from: placement.watched)
    moveApproaches(from: placement.watched)
    setDeadline()
  }
}
