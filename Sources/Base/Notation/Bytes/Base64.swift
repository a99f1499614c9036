/// Bytes as letters and digits: RFC 4648, section 4.
package enum Base64 {
  /// The bytes in Base64, padded.
  package static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place > group.count ? "=" : letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)])
      }
    }
    return text
  }

  /// The bytes of a padded text; `nil` when it is not in Base64.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var bits: UInt32 = 0
    for (index, digit) in digits.enumerated() {
      let isPadding = index >= digits.count - padding && digit == UInt8(ascii: "=")
      guard let value = isPadding ? 0 : value(digit) else { return nil }
      bits = bits << 6 | value
      guard index % 4 == 3 else { continue }
      bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      bits = 0
    }
    bytes.removeLast(padding)
    return bytes
  }

  /// The six bits of a digit.
  private static func value(_ digit: UInt8) -> UInt32? {
    letters.firstIndex(of: Character(Unicode.Scalar(digit))).map(UInt32.init)
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
