extension JSON {
  /// Why JSON is not what a value of Swift's was encoded as.
  struct Unfit: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// The value of Swift's that `init(encoding:)` made this of.
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
    guard let value = value as? Value else { throw Unfit(description: "\(noun) is no \(type)") }
    return value
  }

  private var finite: Double? {
    if case .number(let number) = self, number.isFinite { number } else { nil }
  }

  private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    if let integer { Number(exactly: integer) } else { string.flatMap { Number($0) } }
  }
}

/// Where a value of Swift's gets its parts from.
private struct JSONDecoding: Decoder {
  let value: JSON
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.object else {
      throw JSON.Unfit(description: "\(value.noun) is no object")
    }
    return KeyedDecodingContainer(Members(members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else {
      throw JSON.Unfit(description: "\(value.noun) is no array")
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

    // Stands in for those of every type: the protocol asks for one of each.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = members[key.stringValue] else {
        throw JSON.Unfit(description: "there is no \(key.stringValue.quoted)")
      }
      return try value.decoded(type)
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { notUsed() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { notUsed() }
    func superDecoder() -> any Decoder { notUsed() }
    func superDecoder(forKey key: Key) -> any Decoder { notUsed() }
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
    ) -> KeyedDecodingContainer<Nested> { notUsed() }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { notUsed() }
    mutating func superDecoder() -> any Decoder { notUsed() }
  }

  private struct Single: SingleValueDecodingContainer {
    let value: JSON
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { value == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.decoded(type) }
  }
}
