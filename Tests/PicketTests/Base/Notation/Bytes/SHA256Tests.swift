import Base
import Testing

struct SHA256Tests {
  /// The examples of FIPS 180-4, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func examplesHaveTheirHashes(_ message: String, _ hash: String) {
    #expect(SHA256.hexadecimal(Array(message.utf8)) == hash)
  }

  @Test func piecesHaveTheSameHash() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    // Around the ends of a block of 64 bytes and of its padding.
    for length in [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 300] {
      for piece in [1, 3, 63, 64, 65, 130] {
        var hash = SHA256()
        for start in stride(from: 0, to: length, by: piece) {
          hash.add(Array(message[start..<min(start + piece, length)]))
        }
        #expect(hash.digest == SHA256.digest(message[..<length]), "\(length) in \(piece)")
      }
    }
  }

  @Test func millionLettersHaveTheirHash() {
    var hash = SHA256()
    for _ in 0..<1000 { hash.add([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
    #expect(
      hash.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func onlySmallHexadecimalDigitsAreAHash() {
    let hash = String(repeating: "0f", count: 32)
    #expect(SHA256.isHexadecimal(hash))
    #expect(!SHA256.isHexadecimal(hash.uppercased()))
    #expect(!SHA256.isHexadecimal(String(hash.dropLast())))
  }
}

struct Base64Tests {
  @Test func textIsReadBack() {
    for length in 0..<50 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 41 + 200) }
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
  }

  @Test(arguments: ["a", "ab", "abc", "a===", "ab=c", "====", "ab c", "äbcd", "abc\n"])
  func otherTextsAreNotRead(_ text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
