extension JSON {
  /// The reason why JSON cannot be decoded to a Swift value.
  struct Unfit: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// The Swift value that `init(encoding:)` encoded.
  package func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let value: Any? =
      switch type {
      case is String.Type: string
      case is Bool.Type: self == .boolean(true) ? true : self == .boolean(false) ? false : nil
      case is Double.Type: finite
      case is Duration.Type: string.flatMap(Duration.init(exactSeconds:))
      case let type as any FixedWidthInteger.Type: whole(type)
      default: try Value(from: JSONDecoding(value: self))
      }
    guard let value = value as? Value else { throw Unfit(description: "\(noun) is not \(type)") }
    return value
  }

  private var finite: Double? {
    if case .number(let number) = self, number.isFinite { number } else { nil }
  }

  private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    if let integer { Number(exactly: integer) } else { string.flatMap { Number($0) } }
  }
}

/// Decodes the parts of a Swift value.
private struct JSONDecoding: Decoder {
  let value: JSON
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.object else {
      throw JSON.Unfit(description: "\(value.noun) is not an object")
    }
    return KeyedDecodingContainer(Members(members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else {
      throw JSON.Unfit(description: "\(value.noun) is not an array")
    }
    return Elements(elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value) }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] == .null }

    // For all types: the protocol has one method for each.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = members[key.stringValue] else {
        throw JSON.Unfit(description: "there is no \(key.stringValue.quoted)")
      }
      return try value.decoded(type)
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { unsupported() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { unsupported() }
    func superDecoder() -> any Decoder { unsupported() }
    func superDecoder(forKey key: Key) -> any Decoder { unsupported() }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSON]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    init(elements: [JSON]) { self.elements = elements }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      guard !isAtEnd else { throw JSON.Unfit(description: "the array is too short") }
      defer { currentIndex += 1 }
      return try elements[currentIndex].decoded(type)
    }
    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> { unsupported() }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { unsupported() }
    mutating func superDecoder() -> any Decoder { unsupported() }
  }

  private struct Single: SingleValueDecodingContainer {
    let value: JSON
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { value == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.decoded(type) }
  }
}
