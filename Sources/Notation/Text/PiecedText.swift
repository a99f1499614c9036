/// A text of UTF-8 in pieces, each of which can be freed once it is read.
package struct PiecedText {
  // The next piece last. While there is a source, one piece is here: the end of the text is known.
  private var rest: [[UInt8]] = []
  private let source: (() -> [UInt8]?)?

  /// Creates an empty text.
  init() { source = nil }

  /// Creates a text whose pieces are read when they are needed.
  ///
  /// - Parameter source: Returns the next piece, which is of UTF-8 and ends with a whole character;
  ///   `nil` at the end.
  package init(source: @escaping () -> [UInt8]?) {
    self.source = source
    rest = source().map { [$0] } ?? []
  }

  /// Creates a text of one piece.
  package init(_ text: String) {
    source = nil
    rest = [Array(text.utf8)]
  }

  /// Creates a text of pieces, each of which ends with a whole character; `nil` if one is not UTF-8.
  package init?(pieces: [[UInt8]]) {
    for piece in pieces where !Self.isUTF8(piece) { return nil }
    source = nil
    rest = pieces.reversed()
  }

  /// Whether no piece is left.
  package var isEmpty: Bool { rest.isEmpty }

  /// Whether nothing but white space is left; the pieces that it reads for that stay.
  package mutating func isBlank() -> Bool {
    var place = rest.count
    while place > 0 {
      place -= 1
      let piece = String(decoding: rest[place], as: UTF8.self)
      guard piece.allSatisfy(\.isWhitespace) else { return false }
      if place == 0, let next = source?() {
        rest.insert(next, at: 0)
        place = 1
      }
    }
    return true
  }

  /// Takes the next piece out; `nil` when none is left.
  package mutating func next() -> [UInt8]? {
    guard let piece = rest.popLast() else { return nil }
    if rest.isEmpty, let next = source?() { rest = [next] }
    return piece
  }

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

  package static func isUTF8(_ bytes: [UInt8]) -> Bool {
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
