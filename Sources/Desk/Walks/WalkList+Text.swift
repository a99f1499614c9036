internal import Notation
internal import Outputs
internal import Picket
package import System

extension WalkList {
  /// The walks in a folder, one line of JSON each.
  package static func json(in directory: String) throws(SystemError) -> [String] {
    try rows(in: directory).map { row in
      var line = JSONLine()
      line.add("walk", row.name)
      line.add("path", "\(directory)/\(row.name)")
      line.add("started", row.started?.rfc3339)
      line.add("isEnded", row.isEnded)
      line.add("ended", row.ended?.rfc3339)
      line.add("events", row.events)
      line.add("bytes", row.bytes)
      return line.text
    }
  }

  /// The walks in a folder as a table for a person.
  package static func lines(in directory: String) throws(SystemError) -> [String] {
    let rows = try rows(in: directory)
    guard !rows.isEmpty else { return ["no walk in \(directory)"] }
    return Table.lines(
      of: [["walk", "started", "ended", "events", "size"]]
        + rows.map { row in
          [
            row.name, row.started?.local ?? "-",
            row.isEnded ? row.ended?.local ?? "-" : "not ended",
            String(row.events), "\((Double(row.bytes) / 1e6).text(decimals: 2)) MB",
          ]
        })
  }
}
