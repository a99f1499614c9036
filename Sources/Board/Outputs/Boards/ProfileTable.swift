internal import Base

/// A table of a board's profile, read key by key up to its first mistake.
struct ProfileTable {
  private var section: TOMLSection

  /// Reads a whole profile.
  init(text: String, file: String) throws(Problem) {
    do throws(TOMLValue.Mistake) {
      guard case .table(let members) = try TOMLValue.parse(text).kind else {
        preconditionFailure("the root of TOML is a table")
      }
      section = TOMLSection(file: file, title: nil, members: members)
    } catch {
      throw Problem(
        file: file, place: .text(line: error.line, column: error.column), wrong: error.reason)
    }
  }

  private init(_ section: TOMLSection) {
    self.section = section
  }

  /// The keys, in the order of the file.
  var keys: [String] { section.keys }

  /// Reads a text.
  mutating func string(_ key: String) throws(Problem) -> String {
    guard let text = try optionalString(key) else { throw missing(key) }
    return text
  }

  /// Reads a text that may be missing.
  mutating func optionalString(_ key: String) throws(Problem) -> String? {
    try read { $0.string(key, expected: "a text") }
  }

  /// Reads a list of texts.
  mutating func strings(_ key: String) throws(Problem) -> [String] {
    guard let texts = try read({ $0.strings(key, expected: "a list of texts") }) else {
      throw missing(key)
    }
    return texts
  }

  /// Reads the number of a line or a channel, which may be missing.
  mutating func optionalIndex(_ key: String) throws(Problem) -> Int? {
    try read { $0.integer(key, in: 0...65_535) }
  }

  /// Reads a boolean that may be missing.
  mutating func optionalBoolean(_ key: String) throws(Problem) -> Bool? {
    try read { $0.boolean(key) }
  }

  /// Reads a table.
  mutating func table(_ key: String) throws(Problem) -> ProfileTable {
    guard let table = try optionalTable(key) else { throw missing(key) }
    return table
  }

  /// Reads a table that may be missing.
  mutating func optionalTable(_ key: String) throws(Problem) -> ProfileTable? {
    let table = try read { $0.section(key) }
    return table.flatMap { $0.exists ? ProfileTable($0) : nil }
  }

  /// Reads an array of tables, which may be missing.
  mutating func tables(_ key: String) throws(Problem) -> [ProfileTable] {
    try read({ $0.sections(key) })?.map(ProfileTable.init) ?? []
  }

  /// Refuses keys that were not read.
  func finish() throws(Problem) {
    if let problem = section.finished().first { throw problem }
  }

  /// Creates a problem with the table as a whole.
  func problem(_ wrong: String) -> Problem {
    Problem(
      file: section.file, place: section.keys.first.map(section.place) ?? .file,
      wrong: "\(section.title ?? "the profile"): \(wrong)")
  }

  private func missing(_ key: String) -> Problem {
    problem("there is no '\(key)'")
  }

  /// Reads a value, and throws the problem that the section notes about it.
  private mutating func read<Value>(
    _ body: (inout TOMLSection) -> Value?
  ) throws(Problem) -> Value? {
    let value = body(&section)
    if let problem = section.problems.first { throw problem }
    return value
  }
}
