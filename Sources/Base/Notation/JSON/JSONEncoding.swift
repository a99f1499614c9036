extension JSON {
  /// A Swift value as JSON; `decoded` returns the same value, to the last digit.
  ///
  /// Whole numbers that JSON readers may round are strings, and so are durations, in seconds.
  /// Numbers that are not finite are lost: JSON has none.
  package init(encoding value: some Encodable) throws {
    switch value {
    case let text as String: self = .string(text)
    case let boolean as Bool: self = .boolean(boolean)
    case let number as Double: self = .number(number)
    case let duration as Duration: self = .string(duration.exactSeconds)
    case let number as any BinaryInteger:
      self =
        Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? .number(Double($0)) : nil }
        ?? .string("\(number)")
    default:
      let encoding = JSONEncoding()
      try value.encode(to: encoding)
      self = encoding.value
    }
  }
}

/// Encodes the parts of a Swift value.
private final class JSONEncoding: Encoder {
  // Separate properties, so that adding to one of them copies nothing.
  private var members: [String: JSON] = [:]
  private var nested: [String: JSONEncoding] = [:]
  private var elements: [JSON]?
  private var single: JSON?

  var value: JSON {
    single ?? elements.map(JSON.array)
      ?? .object(members.merging(nested.mapValues(\.value)) { $1 })
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = []
    return Elements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoding: self) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) { encoding.members[key.stringValue] = .null }

    // For all types: the protocol has one method for each.
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      encoding.members[key.stringValue] = try JSON(encoding: value)
    }

    // Cases with values have a container of their own.
    mutating func nestedContainer<Nested>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      let part = JSONEncoding()
      encoding.nested[key.stringValue] = part
      return part.container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      unsupported()
    }
    mutating func superEncoder() -> any Encoder { unsupported() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { unsupported() }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoding.elements?.count ?? 0 }

    mutating func encodeNil() { encoding.elements?.append(.null) }
    mutating func encode<T: Encodable>(_ value: T) throws {
      encoding.elements?.append(try JSON(encoding: value))
    }
    mutating func nestedContainer<Nested>(
      keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { unsupported() }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unsupported() }
    mutating func superEncoder() -> any Encoder { unsupported() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { encoding.single = .null }
    mutating func encode<T: Encodable>(_ value: T) throws {
      encoding.single = try JSON(encoding: value)
    }
  }
}

/// Stands for methods that conformances made by the compiler never call.
func unsupported(_ name: StaticString = #function) -> Never {
  preconditionFailure("\(name): only what the compiler makes is encoded")
}
