internal import Notation

/// A secret that a paired device shows: 160 random bits.
struct Token: Hashable, Sendable {
  /// Its 40 hexadecimal digits.
  let text: String

  private static let size = 20

  /// Creates a new token; on Linux the generator is `getrandom`.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = Self.hexadecimal((0..<Self.size).map { _ in generator.next() })
  }

  /// The hash of a token, which is all that is stored.
  static func digest(of text: String) -> String {
    hexadecimal(SHA256.digest(Array(text.utf8)))
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
