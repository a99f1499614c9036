/// A value of a JSON document.
package enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number; infinite when it is too great to be stored.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The reason why a text is not JSON, and its place.
  package struct Mistake: Error, Hashable {
    package let reason: String
    package let line: Int
    package let column: Int
  }

  /// The kind of value, with its article.
  package var noun: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The text, if it is a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number; `nil` for another value.
  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The number, if it is whole and was stored exactly: below 2^53.
  package var integer: Int? {
    if case .number(let number) = self, abs(number) < 0x1p53 { Int(exactly: number) } else { nil }
  }

  /// The elements, if it is an array.
  package var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if it is an object.
  package var object: [String: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether all of its numbers are finite, so that its text has the same value.
  package var isFinite: Bool {
    switch self {
    case .null, .boolean, .string: true
    case .number(let number): number.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    }
  }
}

extension JSON {
  /// The value as text on one line, the members of objects in the order of their names.
  ///
  /// Numbers read back the same; a number that is not finite becomes null.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let boolean): text += "\(boolean)"
    case .number(let number):
      let whole = Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
      text +=
        number.isFinite ? whole.flatMap { $0 == 0 ? nil : "\($0)" } ?? "\(number)" : "null"
    case .string(let string): text += JSONLine.quoted(string)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        text += index > 0 ? ",\(JSONLine.quoted(member.key)):" : "\(JSONLine.quoted(member.key)):"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }
}
