internal import Geofence
package import Notation
internal import Outputs
package import Picket

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
    return records.sorted { $0.key < $1.key }.map { id, record in
      var line = JSONLine()
      line.add("region", id)
      line.add("visits", record.visits)
      line.add("inside", record.inside.inSeconds, decimals: 3)
      line.add("closest", record.closest, decimals: 1)
      for kind in Event.Kind.allCases { line.add(kind.rawValue, events[id]?[kind] ?? 0) }
      line.add("nearMisses", record.nearMisses)
      line.add("cue", cues[id]?.played.inSeconds, decimals: 3)
      line.add("cueUnused", cues[id]?.unused.inSeconds, decimals: 3)
      return line
    }
  }
}
