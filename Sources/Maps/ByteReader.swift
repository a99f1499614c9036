/// Reads numbers out of bytes, and never beyond their end.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// The bytes end too early, or a number in them is too long.
  struct Damaged: Error {}

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The number of bytes left.
  var count: Int { bytes.endIndex - index }

  /// A number of the given size in bytes, the lowest byte first.
  mutating func number(bytes width: Int) throws(Damaged) -> UInt64 {
    guard count >= width else { throw Damaged() }
    var number: UInt64 = 0
    for place in 0..<width { number |= UInt64(bytes[index + place]) << UInt64(8 * place) }
    index += width
    return number
  }

  /// A number in groups of seven bits, the lowest first, as in protocol buffers.
  mutating func varint() throws(Damaged) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard index < bytes.endIndex else { throw Damaged() }
      let byte = bytes[index]
      index += 1
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    throw Damaged()
  }

  /// The next bytes, as many as requested.
  mutating func slice(_ length: UInt64) throws(Damaged) -> ArraySlice<UInt8> {
    guard length <= UInt64(count) else { throw Damaged() }
    defer { index += Int(length) }
    return bytes[index..<(index + Int(length))]
  }
}

/// Reads the fields of a message of protocol buffers, one after the other.
struct ProtocolBuffer {
  private var reader: ByteReader

  /// A field: its number, and its value.
  enum Field {
    case number(Int, UInt64)
    case bytes(Int, ArraySlice<UInt8>)
  }

  init(_ bytes: ArraySlice<UInt8>) {
    reader = ByteReader(bytes)
  }

  /// The next field; `nil` at the end.
  mutating func next() throws(ByteReader.Damaged) -> Field? {
    guard reader.count > 0 else { return nil }
    let key = try reader.varint()
    guard key >> 3 <= 0x1fff_ffff else { throw ByteReader.Damaged() }
    let number = Int(key >> 3)
    switch key & 7 {
    case 0: return .number(number, try reader.varint())
    case 1: return .number(number, try reader.number(bytes: 8))
    case 2: return .bytes(number, try reader.slice(try reader.varint()))
    case 5: return .number(number, try reader.number(bytes: 4))
    default: throw ByteReader.Damaged()
    }
  }
}
