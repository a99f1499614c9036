internal import Picket

/// A table that a phone shows as cards.
struct PageTable: Sendable {
  /// A row, whose cells are markup.
  struct Row: Hashable, Sendable {
    var cells: [String]
    var attributes = ""
  }

  let columns: [String]
  private(set) var rows: [Row] = []

  /// The columns that hold numbers, which are aligned to the right.
  private let numbers: Set<Int>

  /// A class of the style sheet.
  private let style: String

  /// A table without rows.
  init(_ columns: [String], numbers: Set<Int> = [], style: String = "") {
    self.columns = columns
    self.style = style
    self.numbers = numbers
  }

  /// Adds a row of markup; a phone does not show empty cells.
  mutating func add(_ cells: [String], attributes: String = "") {
    rows.append(Row(cells: cells, attributes: attributes))
  }

  /// The element.
  var html: String {
    let head = columns.enumerated().map { "<th scope=\"col\"\(style($0))>\($1)</th>" }.joined()
    // On a phone the table has no head: the style sheet puts the names of the columns before the cells.
    let body = rows.map { row in
      let cells = row.cells.enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\"\(style(index))>\(cell)</th>"
          : "<td\(style(index)) data-c=\"\(columns[index])\">\(cell)</td>"
      }.joined()
      return "<tr\(row.attributes)>\(cells)</tr>"
    }.joined(separator: "\n")
    return """
      <div class="table \(style)"><table><thead><tr>\(head)</tr></thead><tbody>
      \(body)
      </tbody></table></div>
      """
  }

  private func style(_ index: Int) -> String { numbers.contains(index) ? " class=\"n\"" : "" }
}
