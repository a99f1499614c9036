/// A text of UTF-8 in pieces, each of which can be freed once it is read.
package struct PiecedText: Sendable {
  // The next piece last.
  private var rest: [[UInt8]] = []

  /// Creates an empty text.
  init() {}

  /// Creates a text of one piece.
  package init(_ text: String) { rest = [Array(text.utf8)] }

  /// Creates a text of pieces, each of which ends with a whole character; `nil` if one is not UTF-8.
  package init?(pieces: [[UInt8]]) {
    for piece in pieces where !Self.isUTF8(piece) { return nil }
    rest = pieces.reversed()
  }

  /// Whether no piece is left.
  package var isEmpty: Bool { rest.isEmpty }

  /// Whether nothing but white space is left.
  package var isBlank: Bool {
    rest.reversed().allSatisfy { piece in
      String(decoding: piece, as: UTF8.self).allSatisfy(\.isWhitespace)
    }
  }

  /// Takes the next piece out; `nil` when none is left.
  package mutating func next() -> [UInt8]? { rest.popLast() }

  /// The number of bytes at the end that belong to a character whose last byte is missing.
  package static func unfinished(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    let isASCII = bytes.withUnsafeBytes { bytes in
      var index = 0
      while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { return false }
        index += 8
      }
      return bytes[index...].allSatisfy { $0 < 0x80 }
    }
    return isASCII || String(validating: bytes, as: UTF8.self) != nil
  }
}
