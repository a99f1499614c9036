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
