package import Geofence
internal import Notation
internal import RegionFiles

/// A walk as a table for a person: a row for each region.
package struct Summary: Sendable {
  package private(set) var records: [String: RegionRecord]

  /// Creates a summary of regions of which nothing was seen.
  package init(regions: [String]) {
    records = Dictionary(regions.map { ($0, RegionRecord()) }) { first, _ in first }
  }

  /// Notes where the carrier stands after a trusted fix.
  package mutating func note(_ standings: [Standing], at instant: Instant) {
    let near = Dictionary(standings.map { ($0.region, $0) }) { first, _ in first }
    for id in records.keys { records[id]?.note(near[id], at: instant) }
  }

  /// The table.
  ///
  /// - Parameter events: How many events of which kind each region had.
  package func lines(events: [String: [Event.Kind: Int]]) -> [String] {
    let header =
      ["region", "visits", "inside", "closest", "enter", "exit", "dwell", "near misses"]
    let rows = records.sorted { $0.key < $1.key }.map { id, record in
      [id, "\(record.visits)", record.inside.inSeconds.clockText, Self.approach(record.closest)]
        + Event.Kind.allCases.map { "\(events[id]?[$0] ?? 0)" } + ["\(record.nearMisses)"]
    }
    return Table.lines(of: [header] + rows)
  }

  /// How near to the inside it came while it was outside.
  private static func approach(_ depth: Double?) -> String {
    guard let depth else { return "-" }
    return "\(depth.magnitude.metresText(decimals: 0)) \(depth.side)"
  }
}
