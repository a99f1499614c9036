/// A part of a value, as JSON.
///
/// It can encode what the compiler and swift-argument-parser encode: nothing has a coding path.
final class EncodedPart: Encoder {
  private var leaf = "null"
  private var members: [(name: String, part: EncodedPart)]?
  private var elements: [EncodedPart]?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The text.
  var text: String {
    if let members {
      return "{\(members.map { "\(Self.quoted($0.name)):\($0.part.text)" }.joined(separator: ","))}"
    }
    return elements.map { "[\($0.map(\.text).joined(separator: ","))]" } ?? leaf
  }

  /// Encodes a value as this part.
  func set(_ value: some Encodable) throws {
    switch value {
    case let text as String: leaf = Self.quoted(text)
    case is Bool, is any BinaryInteger, is Double, is Float: leaf = "\(value)"
    default: try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members = members ?? []
    return KeyedEncodingContainer(Members(whole: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return Elements(whole: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(whole: self) }

  private func member(_ name: String) -> EncodedPart {
    let part = EncodedPart()
    members?.append((name, part))
    return part
  }

  private func element() -> EncodedPart {
    let part = EncodedPart()
    elements?.append(part)
    return part
  }

  private static func quoted(_ text: String) -> String {
    let content = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<"\u{10}": "\\u000\(String(scalar.value, radix: 16))"
      case "\u{10}"..<" ": "\\u00\(String(scalar.value, radix: 16))"
      default: "\(scalar)"
      }
    }
    return "\"\(content.joined())\""
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let whole: EncodedPart
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) { _ = whole.member(key.stringValue) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try whole.member(key.stringValue).set(value)
    }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      whole.member(key.stringValue).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      whole.member(key.stringValue).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { whole.member("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { whole.member(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let whole: EncodedPart
    var codingPath: [any CodingKey] { [] }
    var count: Int { whole.elements?.count ?? 0 }

    mutating func encodeNil() { _ = whole.element() }
    mutating func encode(_ value: some Encodable) throws { try whole.element().set(value) }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { whole.element().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      whole.element().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { whole.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let whole: EncodedPart
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {}
    mutating func encode(_ value: some Encodable) throws { try whole.set(value) }
  }
}
