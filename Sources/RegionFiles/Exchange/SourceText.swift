internal import Base

/// The text of a file of another program, which may be in another encoding than UTF-8.
struct SourceText {
  /// The text, without a byte order mark.
  let text: String

  /// What was converted, in words.
  let repairs: [String]

  /// Reads UTF-8, UTF-16, and UTF-8 with single bytes of Windows-1252 in it.
  init(_ bytes: [UInt8]) {
    guard !Self.isWide(bytes) else {
      let isBig = bytes.starts(with: [0xfe, 0xff]) || bytes.first == 0
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        let (one, two) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBig ? one << 8 | two : two << 8 | one
      }
      text = Self.withoutMark(String(decoding: units, as: UTF16.self))
      repairs = ["it is in UTF-16, and was converted"]
      return
    }
    let (mended, count) = Self.mended(bytes)
    text = Self.withoutMark(String(decoding: mended, as: UTF8.self))
    repairs = count > 0 ? [Self.words(for: count)] : []
  }

  /// Whether bytes are UTF-16, with or without a byte order mark.
  static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
      || bytes.count > 1 && (bytes[0] == 0) != (bytes[1] == 0)
  }

  /// The number of zero bytes at the end, which a power cut may leave; UTF-16 has some of its own.
  static func zerosAtEnd(of bytes: [UInt8]) -> Int {
    let count = bytes.reversed().prefix { $0 == 0 }.count
    guard isWide(bytes) else { return count }
    // `\n` is 0a 00 in one order of bytes.
    return (bytes.count - (bytes.count - count + 1) / 2 * 2)
  }

  /// The bytes as UTF-8, and the number of those that were not: they become characters of Windows-1252,
  /// of which Latin-1 is a part.
  static func mended(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return (bytes, 0) }
    var result: [UInt8] = []
    var count = 0
    var place = 0
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let character):
        result += character
        place += character.count
      case .error(let length):
        for byte in bytes[place..<place + length] {
          result += Array(String(Character(character(of: byte))).utf8)
        }
        place += length
        count += length
      case .emptyInput: return (result, count)
      }
    }
  }

  /// The words for bytes that were not UTF-8.
  static func words(for count: Int) -> String {
    "\(count.counted("byte")) that \(count == 1 ? "is" : "are") not UTF-8 "
      + "\(count == 1 ? "was" : "were") read as windows-1252"
  }

  private static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func character(of byte: UInt8) -> Unicode.Scalar {
    0x80..<0xa0 ~= byte ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9f.
  private static let special = Array(
    ("€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}"
      + "\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ").unicodeScalars)
}
