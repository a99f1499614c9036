internal import Notation
internal import Picket
internal import RegionFiles

/// Whole numbers as a text: seven bits to a byte, the lowest first, in base 64.
///
/// A number has its sign in its lowest bit, so that small numbers are short.
enum Columns {
  /// The text of numbers.
  static func text(_ numbers: [Int]) -> String {
    var bytes: [UInt8] = []
    for number in numbers {
      var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
      while rest > 0x7F {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return base64(bytes)
  }

  /// The text of the differences from each number to the next.
  static func steps(_ numbers: [Int]) -> String {
    var last = 0
    return text(
      numbers.map { number in
        defer { last = number }
        return number - last
      })
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 4 / 3 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var group = 0
      for byte in part { group = group << 8 | Int(byte) }
      group <<= 8 * (3 - part.count)
      for place in 0...part.count { result.append(letters[group >> (18 - 6 * place) & 0x3F]) }
      for _ in part.count..<3 { result.append(UInt8(ascii: "=")) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
