/// One JSON object on one line, its fields in the order in which they are added.
package struct JSONLine: Hashable, Sendable {
  private var fields: [String] = []

  /// Creates an object without fields.
  package init() {}

  /// The object as text, without a line end.
  package var text: String { "{\(fields.joined(separator: ","))}" }

  /// Adds a text, or nothing when it is not known.
  package mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append("\(Self.quoted(name)):\(Self.quoted(value))") }
  }

  /// Adds a whole number, or nothing when it is not known.
  package mutating func add(_ name: String, _ value: Int?) {
    if let value { fields.append("\(Self.quoted(name)):\(value)") }
  }

  /// Adds a boolean, or nothing when it is not known.
  package mutating func add(_ name: String, _ value: Bool?) {
    if let value { fields.append("\(Self.quoted(name)):\(value)") }
  }

  /// Adds an array of whole numbers.
  package mutating func add(_ name: String, _ values: [Int]) {
    fields.append("\(Self.quoted(name)):[\(values.map(String.init).joined(separator: ","))]")
  }

  /// Adds an array of texts.
  package mutating func add(_ name: String, _ values: [String]) {
    let list = values.map(Self.quoted).joined(separator: ",")
    fields.append("\(Self.quoted(name)):[\(list)]")
  }

  /// Adds an array of objects.
  package mutating func add(_ name: String, _ values: [JSONLine]) {
    let list = values.map(\.text).joined(separator: ",")
    fields.append("\(Self.quoted(name)):[\(list)]")
  }

  /// Adds an object.
  package mutating func add(_ name: String, _ value: JSONLine) {
    fields.append("\(Self.quoted(name)):\(value.text)")
  }

  /// Adds the fields of another object.
  package mutating func add(_ other: JSONLine) {
    fields += other.fields
  }

  /// Adds a number rounded to this many decimals, or nothing when it is not known or not finite.
  package mutating func add(_ name: String, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    fields.append("\(Self.quoted(name)):\(value.text(decimals: decimals))")
  }

  /// Adds a value that is JSON already.
  package mutating func add(_ name: String, json text: String) {
    fields.append("\(Self.quoted(name)):\(text)")
  }

  /// Adds any value.
  package mutating func add(_ name: String, _ value: JSON) {
    fields.append("\(Self.quoted(name)):\(value.text)")
  }

  /// A text in quotation marks, escaped as RFC 8259 section 7 requires, and without characters
  /// that control a terminal.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let control where control.isSpelledOut: result += escape(control)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A character of up to 16 bits as an escape.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
