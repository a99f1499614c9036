extension JSONParser {
  /// Passes over a value in an array of the document.
  mutating func pass() throws(JSON.Mistake) {
    if let end = endOfBrackets() {
      index = end
    } else {
      // Reading finds the mistake: that of the value, or that it is not at hand whole.
      _ = try value(depth: 2)
    }
  }

  /// The index after the object or the array that begins here, of which only brackets and texts are
  /// looked at; `nil` if none begins here, or it goes on after the bytes at hand.
  private func endOfBrackets() -> Int? {
    guard peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[") else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var (index, depth) = (self.index, 0)
      while index < bytes.count {
        if index <= bytes.count - 8 {
          let plain = Self.plain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          index &+= plain
          if plain == 8 { continue }
        }
        switch bytes[index] {
        case UInt8(ascii: "\""):
          index &+= 1
          while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index &+= bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth &-= 1
          if depth == 0 { return index + 1 }
        default: break
        }
        index &+= 1
      }
      return nil
    }
  }

  /// How many of eight bytes come before the first that is a quotation mark or, as brackets are, above
  /// `Z`.
  @inline(__always)
  private static func plain(_ bytes: UInt64) -> Int {
    let each: UInt64 = 0x0101_0101_0101_0101
    let highest = each << 7
    // The first byte is the lowest.
    let bytes = UInt64(littleEndian: bytes)
    let above = (bytes & ~highest) &+ each &* (0x7F - UInt64(UInt8(ascii: "Z"))) | bytes
    let marks = bytes ^ each &* UInt64(UInt8(ascii: "\""))
    return ((above | (marks &- each) & ~marks) & highest).trailingZeroBitCount / 8
  }
}

/// The bytes that a parser has at hand, from which other threads may read, too.
package struct BytesAtHand: Sendable {
  private let bytes: [UInt8]
  private let counted: (index: Int, place: TextPlace)

  /// Takes the bytes of a parser; while they are held, the parser frees none of them.
  package init(_ parser: JSONParser) { (bytes, counted) = (parser.bytes, parser.counted) }

  /// A parser that begins at an index.
  package func parser(at index: Int) -> JSONParser {
    var parser = JSONParser(bytes: bytes)
    (parser.index, parser.counted) = (index, counted)
    return parser
  }
}
