/// A JSON document as it was written: members in their order, numbers with their digits.
///
/// Edits change parts of it; everything else is written back unchanged.
package indirect enum JSONSource: Hashable, Sendable {
  /// A number, a text, a boolean or null, as written in the document.
  case leaf(String)
  case array([JSONSource])
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package var value: JSONSource

    /// Creates a member with these values.
    package init(name: String, value: JSONSource) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a whole document.
  package static func parse(_ text: String) throws(JSON.Mistake) -> JSONSource {
    var parser = JSONParser(text)
    let source = try parser.source(depth: 0)
    try parser.end()
    return source
  }

  /// A text as a value.
  package static func string(_ text: String) -> JSONSource { .leaf(JSONLine.quoted(text)) }

  /// A boolean as a value.
  package static func boolean(_ value: Bool) -> JSONSource { .leaf("\(value)") }

  /// A number as a value, rounded to this many decimals.
  package static func number(_ value: Double, decimals: Int = 9) -> JSONSource {
    .leaf(value.text(decimals: decimals))
  }

  /// An object of these members.
  package static func object(_ members: KeyValuePairs<String, JSONSource>) -> JSONSource {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The value without its spelling; `nil` for a leaf that is not JSON.
  package var json: JSON? { try? JSON.parse(line) }

  /// The text, if it is a string.
  package var text: String? {
    guard case .leaf(let leaf) = self, leaf.hasPrefix("\"") else { return nil }
    return json?.string
  }

  /// The elements, if it is an array.
  package var elements: [JSONSource]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if it is an object.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A member of an object; a new one is added at the end, and `nil` removes it.
  package subscript(name: String) -> JSONSource? {
    get { members?.first { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }
}

extension JSONParser {
  /// Reads a value as it was written.
  ///
  /// - Parameter depth: The number of values that it is part of.
  fileprivate mutating func source(depth: Int) throws(JSON.Mistake) -> JSONSource {
    skipSpace()
    try check(depth: depth)
    switch peek {
    case UInt8(ascii: "{"):
      var members: [JSONSource.Member] = []
      _ = try object { (parser, name) throws(JSON.Mistake) -> JSON in
        members.append(
          JSONSource.Member(name: name, value: try parser.source(depth: depth + 1)))
        return .null
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONSource] = []
      try self.elements { (parser) throws(JSON.Mistake) in
        elements.append(try parser.source(depth: depth + 1))
      }
      return .array(elements)
    default:
      let start = index
      _ = try value(depth: depth)
      return .leaf(String(decoding: bytes[start..<index], as: UTF8.self))
    }
  }
}
