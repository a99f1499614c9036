/// A line and a column of a text, both from 1.
package struct TextPlace: Hashable, Sendable {
  /// The line.
  package private(set) var line = 1

  /// The column, in characters.
  package private(set) var column = 1

  /// Starts at the beginning of a text.
  package init() {}

  /// Moves on by these bytes.
  package mutating func pass(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      var index = 0
      // Eight bytes at a time: files have hundreds of megabytes.
      while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let other = word ^ (Self.ones &* 0x0A)
        if (other &- Self.ones) & ~other & (Self.ones << 7) != 0 {
          for byte in bytes[index..<index + 8] { pass(byte) }
        } else {
          column += 8 - ((word >> 7) & ~(word >> 6) & Self.ones).nonzeroBitCount
        }
        index += 8
      }
      for byte in bytes[index...] { pass(byte) }
    }
  }

  private mutating func pass(_ byte: UInt8) {
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      // Bytes that continue a character have no column of their own.
      column += 1
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
}
