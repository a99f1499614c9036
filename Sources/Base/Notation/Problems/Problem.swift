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
  package var said: Reason

  /// The correct form, or what to do.
  package var advice: Reason?

  /// Whether the file can still be used.
  package var severity: Severity

  /// The part of a feature with the mistake: a property, `id` or `geometry`; a form shows it there.
  package var field: String?

  /// The indices of the corners with the mistake; of two edges that cross, of their first corners.
  package var corners: [Int]

  /// Creates a problem.
  package init(
    file: String, place: Place = .file, _ said: Reason, _ advice: Reason? = nil,
    severity: Severity = .error, field: String? = nil, corners: [Int] = []
  ) {
    self.file = file
    self.place = place
    (self.said, self.advice) = (said, advice)
    self.severity = severity
    (self.field, self.corners) = (field, corners)
  }

  /// Creates a problem in English, which no page for a phone translates.
  package init(
    file: String, place: Place = .file, wrong: String, remedy: String? = nil,
    severity: Severity = .error, field: String? = nil
  ) {
    self.init(
      file: file, place: place, Reason(verbatim: wrong), remedy.map(Reason.init(verbatim:)),
      severity: severity, field: field)
  }

  /// The mistake in English.
  package var wrong: String {
    get { said.text }
    set { said = Reason(verbatim: newValue) }
  }

  /// The correct form in English, or what to do.
  package var remedy: String? {
    get { advice?.text }
    set { advice = newValue.map(Reason.init(verbatim:)) }
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

extension [Problem] {
  /// The problems; of equal warnings about several features the first one, with the number of others.
  package var counted: [Problem] {
    func text(_ problem: Problem) -> [String?] { [problem.file, problem.wrong, problem.remedy] }
    let repeated = Dictionary(grouping: lazy.filter(\.isRepeatable), by: text).filter {
      $0.value.count > 1
    }
    guard !repeated.isEmpty else { return self }
    var shown: Set<[String?]> = []
    return compactMap { problem in
      guard problem.isRepeatable, let count = repeated[text(problem)]?.count else { return problem }
      guard shown.insert(text(problem)).inserted else { return nil }
      var first = problem
      let more = "the same of \((count - 1).counted("more feature", "more features"))"
      first.remedy = [problem.remedy, more].compactMap { $0 }.joined(separator: "; ")
      return first
    }
  }
}

extension Problem {
  /// Whether the problem is a warning about a feature, of which others may have the same one.
  fileprivate var isRepeatable: Bool {
    guard severity == .warning else { return false }
    return switch place {
    case .feature, .named: true
    case .file, .text: false
    }
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
