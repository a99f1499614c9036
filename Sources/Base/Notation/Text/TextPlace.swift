import Glibc

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
      // Only the column after the last line feed matters.
      while let start = bytes.baseAddress, index < bytes.count,
        let found = memchr(start + index, 0x0A, bytes.count - index)
      {
        index = start.distance(to: found) + 1
        (line, column) = (line + 1, 1)
      }
      // Eight bytes at a time: a line may have hundreds of megabytes.
      while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        column += 8
        // Bytes that continue a character have no column of their own.
        if word & (Self.ones << 7) != 0 {
          column -= ((word >> 7) & ~(word >> 6) & Self.ones).nonzeroBitCount
        }
        index += 8
      }
      for byte in bytes[index...] where byte & 0xC0 != 0x80 { column += 1 }
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
}
