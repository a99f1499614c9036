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

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
