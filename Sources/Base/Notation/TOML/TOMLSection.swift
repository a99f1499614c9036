/// A table of a configuration, read key by key; it collects the problems with its keys.
package struct TOMLSection {
  /// The path of the file.
  package let file: String

  /// The table as the file writes it, such as `[gpsd]`; `nil` at the top of the file.
  package let title: String?

  /// Whether the file has such a table.
  package let exists: Bool

  /// The problems found until now.
  package private(set) var problems: [Problem] = []

  private let members: [TOMLValue.Member]
  private var asked: [String] = []

  /// A section of these members; `nil` when there is no such table.
  package init(file: String, title: String?, members: [TOMLValue.Member]?) {
    self.file = file
    self.title = title
    self.members = members ?? []
    exists = members != nil
  }

  /// Whether the key is there, with any value.
  package func has(_ key: String) -> Bool {
    members.contains { $0.key == key }
  }

  /// The place of the key.
  package func place(of key: String) -> Problem.Place {
    members.first { $0.key == key }?.value.place ?? .file
  }

  /// Notes a problem with a key.
  package mutating func note(
    _ key: String, _ wrong: String, remedy: String?, severity: Problem.Severity = .error
  ) {
    problems.append(
      Problem(file: file, place: place(of: key), wrong: wrong, remedy: remedy, severity: severity))
  }

  /// A text that is not empty.
  package mutating func string(_ key: String, expected: String) -> String? {
    guard let value = read(key) else { return nil }
    guard case .string(let text) = value.kind else { return refuse(key, value.noun, expected) }
    return text.isEmpty ? refuse(key, "empty", expected) : text
  }

  /// The path of a file or a folder, as seen from the folder of the configuration.
  package mutating func path(_ key: String, expected: String) -> String? {
    guard let text = string(key, expected: expected) else { return nil }
    // Only a shell knows the folder that ~ stands for.
    guard !text.hasPrefix("~") else {
      return refuse(key, text.quoted, "the whole path, without ~")
    }
    return text.resolved(besides: file)
  }

  /// The name or the address of a host, which is one word.
  package mutating func host(_ key: String, expected: String) -> String? {
    guard let text = string(key, expected: expected) else { return nil }
    // One colon is before a port, which has a key of its own; an address of IPv6 has more.
    let isHost =
      !text.contains { $0.isWhitespace || "/[]".contains($0) }
      && text.utf8.count { $0 == UInt8(ascii: ":") } != 1
    return isHost ? text : refuse(key, text.quoted, "\(expected) alone")
  }

  /// A text or a list of texts, none of which is empty.
  ///
  /// - Parameter orNone: Whether the list may be empty.
  package mutating func strings(
    _ key: String, expected: String, orNone: Bool = false
  ) -> [String]? {
    guard let value = read(key) else { return nil }
    let values = if case .array(let values) = value.kind { values } else { [value] }
    if values.isEmpty { return orNone ? [] : refuse(key, "empty", expected) }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value.kind else { return refuse(key, value.noun, expected) }
      if text.isEmpty { return refuse(key, "empty", expected) }
      texts.append(text)
    }
    return texts
  }

  /// Marks a key as known although it is not read.
  package mutating func accept(_ key: String) {
    asked.append(key)
  }

  /// One of the names of a type's cases.
  package mutating func choice<Choice>(_ key: String, _ type: Choice.Type) -> Choice?
  where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
    // A key path of a generic type would be made at run time and stay in memory.
    let names = Choice.allCases.map { $0.rawValue }
    let expected = names.map(\.quoted).listed("or")
    guard let text = string(key, expected: expected) else { return nil }
    return Choice(rawValue: text) ?? refuse(key, text.quoted, expected)
  }

  /// A whole number within bounds.
  package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    let expected = "an integer from \(range.lowerBound) to \(range.upperBound)"
    guard let value = read(key) else { return nil }
    guard case .integer(let number) = value.kind else { return refuse(key, value.noun, expected) }
    guard let number = Int(exactly: number), range ~= number else {
      return refuse(key, "\(number)", expected)
    }
    return number
  }

  /// A number, with a fraction or without, within bounds.
  package mutating func number(_ key: String, in range: ClosedRange<Double>, of unit: String)
    -> Double?
  {
    let expected = "\(unit) from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    guard let value = read(key) else { return nil }
    let number: Double
    switch value.kind {
    case .integer(let whole): number = Double(whole)
    case .double(let fraction): number = fraction
    default: return refuse(key, value.noun, expected)
    }
    return range ~= number ? number : refuse(key, number.plain, expected)
  }

  /// A time within bounds: seconds, or a text with a unit.
  package mutating func seconds(_ key: String, in range: ClosedRange<Double>) -> Duration? {
    guard let value = members.first(where: { $0.key == key })?.value,
      case .string(let text) = value.kind
    else { return number(key, in: range, of: "seconds").map { Duration(roundedSeconds: $0) } }
    asked.append(key)
    guard let seconds = Double(timeText: text), range ~= seconds else {
      return refuse(key, text.quoted, range.timeExpected)
    }
    return Duration(roundedSeconds: seconds)
  }

  /// True or false.
  package mutating func boolean(_ key: String) -> Bool? {
    guard let value = read(key) else { return nil }
    guard case .boolean(let boolean) = value.kind else {
      return refuse(key, value.noun, "true or false")
    }
    return boolean
  }

  /// Whether the key has the value true or false.
  package func isBoolean(_ key: String) -> Bool {
    members.contains { member in
      guard member.key == key, case .boolean = member.value.kind else { return false }
      return true
    }
  }

  /// Whether the key names a table.
  package func isTable(_ key: String) -> Bool {
    members.contains { member in
      guard member.key == key, case .table = member.value.kind else { return false }
      return true
    }
  }

  /// A table in this one, without members when it is missing.
  package mutating func section(_ key: String, expected: String? = nil) -> TOMLSection {
    let inner = title.map { "\($0.dropLast()).\(key)]" } ?? "[\(key)]"
    guard let value = read(key) else { return TOMLSection(file: file, title: inner, members: nil) }
    guard case .table(let members) = value.kind else {
      let none: [TOMLValue.Member]? = refuse(key, value.noun, expected ?? "a table \(inner)")
      return TOMLSection(file: file, title: inner, members: none)
    }
    return TOMLSection(file: file, title: inner, members: members)
  }

  /// The sections of an array of tables; `nil` when it is not there.
  package mutating func sections(_ key: String) -> [TOMLSection]? {
    guard let value = read(key) else { return nil }
    guard case .array(let elements) = value.kind else {
      return refuse(key, value.noun, "tables [[\(key)]]")
    }
    var sections: [TOMLSection] = []
    for element in elements {
      guard case .table(let members) = element.kind else {
        return refuse(key, element.noun, "tables [[\(key)]]")
      }
      sections.append(TOMLSection(file: file, title: "[[\(key)]]", members: members))
    }
    return sections
  }

  /// The keys that are there, in the order of the file.
  package var keys: [String] { members.map(\.key) }

  /// Adds the problems of a section in this one.
  package mutating func add(_ others: [Problem]) {
    problems += others
  }

  /// All problems, including those of keys that were not read.
  package consuming func finished() -> [Problem] {
    for member in members where !asked.contains(member.key) {
      let isTable = if case .table = member.value.kind { true } else { false }
      let inner = title.map { "\($0.dropLast()).\(member.key)]" } ?? "[\(member.key)]"
      let meant = Spelling.nearest(to: member.key, in: asked)
      let wrong: String
      if isTable {
        wrong = "unknown table \(inner)"
      } else {
        wrong = "unknown key '\(member.key)'" + (title.map { " in \($0)" } ?? " outside any table")
      }
      let remedy: String
      if let meant {
        let table = title == nil && meant != "outputs"
        remedy = "did you mean \(table ? "[\(meant)]" : "'\(meant)'")?"
      } else {
        remedy = "known: \(asked.listed())"
      }
      note(member.key, wrong, remedy: remedy)
    }
    return problems
  }

  private mutating func read(_ key: String) -> TOMLValue? {
    if !asked.contains(key) { asked.append(key) }
    return members.first { $0.key == key }?.value
  }

  private mutating func refuse<Value>(_ key: String, _ is: String, _ expected: String) -> Value? {
    note(
      key, "\(key)\(title.map { " in \($0)" } ?? "") is \(`is`)", remedy: "give \(expected)")
    return nil
  }
}

extension TOMLValue {
  fileprivate var place: Problem.Place { .text(line: line, column: column) }
}

extension Duration {
  /// This many seconds, to the nanosecond; there must be fewer than 9e9.
  package init(roundedSeconds seconds: Double) {
    self = .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}
