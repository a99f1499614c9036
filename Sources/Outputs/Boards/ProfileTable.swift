internal import Notation
internal import System

/// A table of a board's profile, read key by key up to the first thing that is wrong.
struct ProfileTable {
  private let file: String
  private let title: String
  private let place: Problem.Place
  private let members: [TOMLValue.Member]
  private var asked: Set<String> = []

  /// A whole profile.
  init(text: String, file: String) throws(Problem) {
    let root: TOMLValue
    do throws(TOMLValue.Mistake) {
      root = try TOMLValue.parse(text)
    } catch {
      throw Problem(
        file: file, place: .text(line: error.line, column: error.column), wrong: error.reason)
    }
    try self.init(root, file: file, title: "the profile")
  }

  private init(_ value: TOMLValue, file: String, title: String) throws(Problem) {
    self.file = file
    self.title = title
    place = .text(line: value.line, column: value.column)
    guard case .table(let members) = value.kind else {
      throw Problem(file: file, place: place, wrong: "\(title) is \(value.noun), not a table")
    }
    self.members = members
  }

  /// The keys, in the order of the file.
  var keys: [String] { members.map(\.key) }

  mutating func string(_ key: String) throws(Problem) -> String {
    guard let text = try optionalString(key) else { throw missing(key) }
    return text
  }

  mutating func optionalString(_ key: String) throws(Problem) -> String? {
    guard let value = take(key) else { return nil }
    guard case .string(let text) = value.kind, !text.isEmpty else {
      throw wrong(key, value, expected: "a text")
    }
    return text
  }

  mutating func strings(_ key: String) throws(Problem) -> [String] {
    guard let value = take(key) else { throw missing(key) }
    guard case .array(let elements) = value.kind, !elements.isEmpty else {
      throw wrong(key, value, expected: "a list of texts")
    }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element.kind, !text.isEmpty else {
        throw wrong(key, element, expected: "a list of texts")
      }
      texts.append(text)
    }
    return texts
  }

  mutating func optionalInteger(_ key: String) throws(Problem) -> Int? {
    guard let value = take(key) else { return nil }
    guard case .integer(let number) = value.kind, let number = Int(exactly: number), number >= 0
    else { throw wrong(key, value, expected: "a whole number") }
    return number
  }

  mutating func optionalBoolean(_ key: String) throws(Problem) -> Bool? {
    guard let value = take(key) else { return nil }
    guard case .boolean(let boolean) = value.kind else {
      throw wrong(key, value, expected: "true or false")
    }
    return boolean
  }

  mutating func table(_ key: String) throws(Problem) -> ProfileTable {
    guard let table = try optionalTable(key) else { throw missing(key) }
    return table
  }

  mutating func optionalTable(_ key: String) throws(Problem) -> ProfileTable? {
    guard let value = take(key) else { return nil }
    return try ProfileTable(value, file: file, title: "[\(key)]")
  }

  mutating func tables(_ key: String) throws(Problem) -> [ProfileTable] {
    guard let value = take(key) else { return [] }
    guard case .array(let elements) = value.kind else {
      throw wrong(key, value, expected: "a list of tables")
    }
    var tables: [ProfileTable] = []
    for element in elements {
      tables.append(try ProfileTable(element, file: file, title: "[[\(key)]]"))
    }
    return tables
  }

  /// Refuses what nobody asked for.
  func finish() throws(Problem) {
    guard let member = members.first(where: { !asked.contains($0.key) }) else { return }
    throw Problem(
      file: file, place: .text(line: member.value.line, column: member.value.column),
      wrong: "unknown key '\(member.key)' in \(title)")
  }

  /// What is wrong with the table as a whole.
  func problem(_ wrong: String) -> Problem {
    Problem(file: file, place: place, wrong: "\(title): \(wrong)")
  }

  private mutating func take(_ key: String) -> TOMLValue? {
    asked.insert(key)
    return members.first { $0.key == key }?.value
  }

  private func missing(_ key: String) -> Problem {
    problem("there is no '\(key)'")
  }

  private func wrong(_ key: String, _ value: TOMLValue, expected: String) -> Problem {
    Problem(
      file: file, place: .text(line: value.line, column: value.column),
      wrong: "\(key) in \(title) is \(value.noun)", remedy: "give \(expected)")
  }
}
