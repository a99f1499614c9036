/// A mistake in a file, its place and its remedy.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place in the file.
  package enum Place: Hashable, Sendable {
    /// The file as a whole.
    case file
    /// A line and a column, both from 1.
    case text(line: Int, column: Int)
    /// A feature by its index from 0, with its identifier if it has one.
    case feature(Int, id: String?)
    /// A feature without an identifier, by its index from 0 and its name.
    case named(Int, String)
  }

  /// Whether the file can still be used.
  package enum Severity: Hashable, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but not everything in it has an effect.
    case warning
  }

  /// The path of the file as it was given.
  package var file: String

  /// The place in the file.
  package var place: Place

  /// The mistake.
  package var wrong: String

  /// The correct form, or what to do.
  package var remedy: String?

  /// Whether the file can still be used.
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
    case .named(_, let name): line += ": \(name.quoted): "
    case .feature(let index, nil): line += ": feature \(index): "
    }
    if severity == .warning { line += "warning: " }
    line += wrong
    if let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }
}

/// All mistakes that keep something from being read.
package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes, in the order of the files.
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
