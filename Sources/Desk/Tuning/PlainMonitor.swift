internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// What another rule than Picket's own makes of the fixes of a walk: entries and exits.
///
/// It looks at every region at every fix: it is for comparing at a desk, not for a board.
struct PlainMonitor: RegionDecider, Sendable {
  private let rule: Rule
  private let blindLimit: Duration
  private var watches: [PlainWatch]
  private var position: PlainPosition?
  private var last: TrustedFix?
  private var count = 0

  /// Creates a monitor that goes on from what was known before.
  init(_ rule: Rule, regions: [Region], blindLimit: Duration, memory: Memory) {
    self.rule = rule
    self.blindLimit = blindLimit
    watches = Self.areas(of: regions).map { region, area in
      let state = memory.regions[region.id]?.state ?? .unknown
      return PlainWatch(region, area: area, rule: rule, state: state)
    }
  }

  mutating func watch(_ regions: [Region]) {
    let old = Dictionary(watches.map { ($0.region.id, $0) }) { first, _ in first }
    watches = Self.areas(of: regions).map { region, area in
      guard let one = old[region.id] else { return PlainWatch(region, area: area, rule: rule) }
      return one.region == region && one.area == area
        ? one : PlainWatch(region, area: area, rule: rule, state: one.state)
    }
  }

  /// Those that are watched, with what is left of their shapes.
  private static func areas(of regions: [Region]) -> [(Region, Shape)] {
    let named = Dictionary(regions.map { ($0.id, $0) }) { _, last in last }
    let watched = named.values.filter(\.isEnabled).sorted { $0.id < $1.id }
    return Array(zip(watched, Exclusion.areas(of: watched, named: named)))
  }

  mutating func decide(_ fix: TrustedFix) -> [Finding] {
    var findings = findingsDue(before: fix.instant)
    position?.receive(fix)
    let position = position ?? PlainPosition(fix)
    self.position = position
    last = fix
    watches.removeAll { one in one.region.expires.map { $0 <= fix.time } ?? false }
    for index in watches.indices {
      let rawDepth = watches[index].area.depth(at: fix.coordinate)
      let depth = rule == .plain ? watches[index].area.depth(at: position.place) : rawDepth
      let isCrossed = watches[index].receive(
        depth: depth, rawDepth: rawDepth, sigma: rule == .plain ? position.sigma : 0,
        at: fix.instant)
      if isCrossed { findings += crossed(index, fix, at: fix.instant) }
    }
    return findings
  }

  /// Finds the crossings that were confirmed between two fixes, unless it was blind by then.
  private mutating func findingsDue(before instant: Instant) -> [Finding] {
    guard let last else { return [] }
    let due = watches.indices.compactMap { index in
      watches[index].deadline.map { (deadline: $0, index: index) }
    }.filter { $0.deadline < instant && $0.deadline <= last.instant.advanced(by: blindLimit) }
    return due.sorted { ($0.deadline, $0.index) < ($1.deadline, $1.index) }.flatMap { due in
      watches[due.index].confirm(at: due.deadline) ? crossed(due.index, last, at: due.deadline) : []
    }
  }

  private mutating func crossed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant
  ) -> [Finding] {
    let one = watches[index]
    let isEntry = one.state == .inside
    guard isEntry ? one.region.notifyOnEntry : one.region.notifyOnExit else { return [] }
    count += 1
    func time(_ instant: Instant) -> Timestamp {
      fix.time.advanced(by: fix.instant.duration(to: instant))
    }
    return [
      .event(
        Event(
          sequence: count, kind: isEntry ? .enter : .exit, region: one.region.id,
          time: time(instant), crossed: one.passage.map(time), coordinate: fix.coordinate))
    ]
  }
}
