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
}
