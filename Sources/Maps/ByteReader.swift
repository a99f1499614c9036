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
