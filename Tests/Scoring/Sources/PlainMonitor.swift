import Base
import Desk
import Geofence
import Picket
import RegionFiles

/// Finds the entries and exits of a walk by another rule than Picket's own.
///
/// The monitor examines every region at every fix and has no timer: a crossing that must last is
/// confirmed by the first fix after that time. It is for comparisons at a desk, not for a board.
struct PlainMonitor: RegionDecider, Sendable {
  private let rule: Rule
  private var watches: [PlainWatch]
  private var position: PlainPosition?
  private var last: TrustedFix?
  private var count = 0

  /// Creates a monitor that continues from a memory.
  init(_ rule: Rule, regions: [Region], memory: Memory) {
    self.rule = rule
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

  /// The watched regions, without their exclusions.
  private static func areas(of regions: [Region]) -> [(Region, Shape)] {
    let named = Dictionary(regions.map { ($0.id, $0) }) { _, last in last }
    let watched = named.values.filter(\.isEnabled).sorted { $0.id < $1.id }
    let others = named.values.filter { !$0.isEnabled }
    return Array(zip(watched, Exclusion.areas(of: watched, and: others)))
  }

  mutating func decide(_ fix: TrustedFix) -> [Finding] {
    if let last, fix.instant <= last.instant { return [] }
    last = fix
    position?.receive(fix)
    let position = position ?? PlainPosition(fix)
    self.position = position
    watches.removeAll { one in one.region.expires.map { $0 <= fix.time } ?? false }
    return watches.indices.compactMap { index in
      let rawDepth = watches[index].area.depth(at: fix.coordinate)
      let depth = rule == .plain ? watches[index].area.depth(at: position.place) : rawDepth
      let isCrossed = watches[index].receive(
        depth: depth, rawDepth: rawDepth, sigma: rule == .plain ? position.sigma : 0,
        at: fix.instant)
      return isCrossed ? crossed(watches[index], fix) : nil
    }
  }

  private mutating func crossed(_ one: PlainWatch, _ fix: TrustedFix) -> Finding? {
    let isEntry = one.state == .inside
    guard isEntry ? one.region.notifyOnEntry : one.region.notifyOnExit,
      one.region.active?.isActive(at: fix.time) ?? true
    else { return nil }
    count += 1
    let passed = one.passage.map { fix.time.advanced(by: fix.instant.duration(to: $0)) }
    return .event(
      Event(
        sequence: count, kind: isEntry ? .enter : .exit, region: one.region.id, time: fix.time,
        crossed: passed, coordinate: fix.coordinate))
  }
}
