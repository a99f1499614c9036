package import Base
internal import Board
package import Geofence
package import Picket
internal import RegionFiles

/// A walk as a table for a person: a row for each region.
package struct Summary: Sendable {
  package private(set) var records: [String: RegionRecord]
  private var cues: CueTally

  /// Creates a summary of regions before the first fix.
  ///
  /// - Parameter cues: The tally of the regions that have an approach cue.
  package init(regions: [String], cues: CueTally = CueTally([])) {
    self.cues = cues
    records = Dictionary(regions.map { ($0, RegionRecord()) }) { first, _ in first }
  }

  /// Watches other regions from now on; a region that is not among them keeps its row.
  package mutating func watch(_ regions: some Collection<Region>) {
    for region in regions where records[region.id] == nil { records[region.id] = RegionRecord() }
    cues.watch(regions)
  }

  /// Notes the carrier's standings after a trusted fix.
  package mutating func note(_ standings: [Standing], at instant: Instant) {
    let near = Dictionary(standings.map { ($0.region, $0) }) { first, _ in first }
    for id in records.keys { records[id]?.note(near[id], at: instant) }
  }

  /// Notes the approach cues that a line caused.
  ///
  /// - Parameter fix: The trusted fix in the line.
  package mutating func noteCues(_ findings: [Finding], _ fix: TrustedFix?) {
    cues.note(findings, fix)
  }

  /// The times for which approach cues played, by region.
  package var cueRecords: [String: CueRecord] { cues.total }

  /// The table.
  ///
  /// - Parameter events: The number of events of each kind, by region.
  package func lines(events: [String: [Event.Kind: Int]]) -> [String] {
    let cues = cueRecords
    let kinds = Event.Kind.shown(in: events.values)
    let header =
      ["region", "visits", "inside", "closest"] + kinds.map(\.rawValue) + ["near misses"]
      + (cues.isEmpty ? [] : ["cue", "cue unused"])
    let rows = records.sorted { $0.key < $1.key }.map { id, record in
      [
        id, "\(record.visits)", record.inside.inSeconds.clockText,
        record.closestWords(tenthsBelow: 0) ?? "-",
      ]
        + kinds.map { "\(events[id]?[$0] ?? 0)" } + ["\(record.nearMisses)"]
        + (cues.isEmpty ? [] : Self.cells(cues[id]))
    }
    return Table.lines(of: [header] + rows)
  }

  /// The seconds of all cues, and of the cues that no crossing followed.
  private static func cells(_ record: CueRecord?) -> [String] {
    [record?.played, record?.unused].map { $0.map { $0.inSeconds.secondsText(decimals: 0) } ?? "-" }
  }
}

/// The summary of a walk as a line of JSON, with the same content as its text.
extension Summary {
  /// One object under the key `summary`, which no event and no explanation has.
  package func json(_ tally: Tally) -> JSONLine {
    var summary = tally.fields
    summary.add("regions", regions(events: tally.events))
    var line = JSONLine()
    line.add("summary", summary)
    return line
  }

  private func regions(events: [String: [Event.Kind: Int]]) -> [JSONLine] {
    let cues = cueRecords
    let kinds = Event.Kind.shown(in: events.values)
    return records.sorted { $0.key < $1.key }.map { id, record in
      var line = JSONLine()
      line.add("region", id)
      line.add("visits", record.visits)
      line.add("inside", record.inside.inSeconds, decimals: 3)
      line.add("closest", record.closest, decimals: 1)
      for kind in kinds { line.add(kind.rawValue, events[id]?[kind] ?? 0) }
      line.add("nearMisses", record.nearMisses)
      line.add("cue", cues[id]?.played.inSeconds, decimals: 3)
      line.add("cueUnused", cues[id]?.unused.inSeconds, decimals: 3)
      return line
    }
  }
}
