extension JSONParser {
  /// The string that begins here, with its first quotation mark.
  mutating func string() throws(JSON.Mistake) -> String {
    if let plain = plainString() { return plain }
    var content: [UInt8] = []
    index += 1
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        content += try Array(String(escape()).utf8)
      case 0..<0x20: throw mistake("a control character is in a text and not escaped")
      default:
        content.append(byte)
        index += 1
      }
    }
    throw unexpected("'\"'")
  }

  /// The string that begins here, if it has no escapes; otherwise nothing is read.
  private mutating func plainString() -> String? {
    var end = index + 1
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\\") {
      if bytes[end] == UInt8(ascii: "\"") {
        defer { index = end + 1 }
        return String(decoding: bytes[index + 1..<end], as: UTF8.self)
      }
      end += 1
    }
    return nil
  }

  private mutating func escape() throws(JSON.Mistake) -> Unicode.Scalar {
    for (letter, scalar) in Self.escapes where skip(letter) { return scalar }
    guard skip("u") else { throw unexpected("an escape") }
    let start = index - 2
    var code = try codeUnit()
    if 0xD800..<0xDC00 ~= code, skip("\\u") {
      let low = try codeUnit()
      // Without a low surrogate, the code is not a scalar.
      if 0xDC00..<0xE000 ~= low { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw mistake("the escape is half a character", at: start)
    }
    return scalar
  }

  private mutating func codeUnit() throws(JSON.Mistake) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw unexpected("a hexadecimal digit")
      }
      code = code << 4 + UInt32(digit)
      index += 1
    }
    return code
  }

  private static let escapes: [(StaticString, Unicode.Scalar)] = [
    ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
    ("r", "\r"), ("t", "\t"),
  ]
}
