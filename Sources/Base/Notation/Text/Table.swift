/// Rows of text in columns, for a person.
package enum Table {
  /// The rows as lines, each column as wide as its widest cell and two spaces from the next.
  ///
  /// - Parameters:
  ///   - indent: The number of spaces before each line.
  ///   - isRight: Whether the column with this index is flush right; by default all but the first.
  package static func lines(
    of rows: [[String]], indent: Int = 0, isRight: (Int) -> Bool = { $0 > 0 }
  ) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = columns.filter { widths[$0] > 0 }.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return isRight(column) ? space + row[column] : row[column] + space
      }
      var line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
