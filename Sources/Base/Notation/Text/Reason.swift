/// Something to report to a person, as a value: its code, and the numbers, names and times in it.
///
/// Words are made where a person reads it, from the table of a language that has a sentence for each
/// code.
package struct Reason: Hashable, Sendable {
  /// A value in a sentence.
  package indirect enum Value: Hashable, Sendable {
    /// A name, or a time of RFC 3339.
    case text(String)
    /// A number without a unit, which the sentence has.
    case number(Double)
    /// Sentences of their own, one after the other.
    case reasons([Reason])

    /// A whole number.
    package static func count(_ count: Int) -> Value { .number(Double(count)) }

    /// A length, a speed or a time to tenths of its unit.
    package static func tenths(_ number: Double) -> Value { .number((number * 10).rounded() / 10) }

    /// Another sentence.
    package static func reason(_ reason: Reason) -> Value { .reasons([reason]) }

    /// The first of some names, and the number of the others.
    package static func names(_ names: some Collection<String>, most: Int = 20) -> Value {
      let shown = names.prefix(most).map { $0.count > 60 ? "\($0.prefix(60))…" : $0 }
        .joined(separator: ", ")
      let more = names.count - Swift.min(names.count, most)
      guard more > 0 else { return .text(shown) }
      return .reason(Reason("names.more", ["names": .text(shown), "count": .count(more)]))
    }
  }

  /// The code of its sentence; empty for a text that has none, such as the text of a mark.
  package let code: String

  /// The values by the names of their places.
  package let values: [String: Value]

  /// Creates a reason.
  package init(_ code: String, _ values: [String: Value] = [:]) {
    (self.code, self.values) = (code, values)
  }

  /// Creates the reason of a text that has no code: it reads the same in each language.
  package init(verbatim text: String) { self.init("", ["text": .text(text)]) }

  /// Creates a reason of several parts.
  package static func all(_ parts: [Reason]) -> Reason {
    parts.count == 1 ? parts[0] : Reason("all", ["all": .reasons(parts)])
  }

  /// The text, if it has no code.
  package var verbatim: String? {
    guard code.isEmpty, case .text(let text)? = values["text"] else { return nil }
    return text
  }

  /// Whether it is a reason, or one of its values is.
  package func contains(_ reason: Reason) -> Bool {
    self == reason
      || values.values.contains { value in
        if case .reasons(let all) = value { all.contains { $0.contains(reason) } } else { false }
      }
  }

  /// Reads the object that `json` made; `nil` when it is not one.
  package init?(_ json: JSON?) {
    guard let members = json?.object, let code = members["code"]?.string else { return nil }
    self.init(code, (members["values"]?.object ?? [:]).compactMapValues(Value.init))
  }

  /// The code and the values.
  package var json: JSON { .object(members) }

  /// The members of that object.
  package var members: [String: JSON] {
    var members: [String: JSON] = ["code": .string(code)]
    if !values.isEmpty { members["values"] = .object(values.mapValues(\.json)) }
    return members
  }
}

extension Reason.Value {
  fileprivate init?(_ json: JSON) {
    switch json {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .array(let all): self = .reasons(all.compactMap { Reason($0) })
    default: return nil
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .reasons(let all): .array(all.map(\.json))
    }
  }
}
