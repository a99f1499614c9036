extension WalkList {
  /// The walks in a folder as a table for a person.
  package static func lines(in directory: String) throws(SystemError) -> [String] {
    let rows = try rows(in: directory)
    guard !rows.isEmpty else { return ["no walk in \(directory)"] }
    return Table.lines(
      of: [["walk", "started", "ended", "size"]]
        + rows.map { row in
          [
            row.name, row.started?.rfc3339 ?? "-",
            row.isEnded ? row.ended?.rfc3339 ?? "-" : "not ended",
            "\(JSONLine.rounded(Double(row.bytes) / 1e6, 2)) MB",
          ]
        })
  }
}
