/// One thing that is wrong with a file, where it is and what would be right.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the file.
  package enum Place: Hashable, Sendable {
    /// The file as a whole.
    case file
    /// A line and a column, both from 1.
    case text(line: Int, column: Int)
    /// A feature by its index from 0, with its identifier if it has one.
    case feature(Int, id: String?)
  }

  /// How much it matters.
  package enum Severity: Hashable, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but does not do all that it says.
    case warning
  }

  /// The path of the file as it was given.
  package var file: String

  /// Where in the file.
  package var place: Place

  /// What is wrong.
  package var wrong: String

  /// What would be right, or what to do about it.
  package var remedy: String?

  /// How much it matters.
  package var severity: Severity

  /// Creates a problem.
  package init(
    file: String, place: Place = .file, wrong: String, remedy: String? = nil,
    severity: Severity = .error
  ) {
    self.file = file
    self.place = place
    self.wrong = wrong
    self.remedy = remedy
    self.severity = severity
  }

  /// The problem in one line, as compilers write them.
  package var description: String {
    var line = file
    switch place {
    case .file: line += ": "
    case .text(let number, let column): line += ":\(number):\(column): "
    case .feature(let index, let id?): line += ": feature \(index) (\(id.quoted)): "
    case .feature(let index, nil): line += ": feature \(index): "
    }
    if severity == .warning { line += "warning: " }
    line += wrong
    if let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }
}

/// All that is wrong, when something could not be read.
package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in the order of the files.
  package var list: [Problem]

  /// Creates a list of problems.
  package init(_ list: [Problem]) {
    self.list = list
  }

  /// One line for each problem.
  package var description: String {
    list.map(\.description).joined(separator: "\n")
  }
}
