/// A value of a JSON document.
enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number; infinite when it is greater than any that can be stored.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Why a text is not JSON, and where.
  struct Mistake: Error, Hashable {
    let reason: String
    let line: Int
    let column: Int
  }

  /// What kind of value it is, in words.
  var noun: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Reads a whole document as RFC 8259 has it.
  ///
  /// FoundationEssentials' decoder does not say on Linux where a mistake is,
  /// and takes some texts for JSON that are not.
  static func parse(_ text: String) throws(Mistake) -> JSON {
    var parser = JSONParser(text)
    return try parser.document()
  }
}
