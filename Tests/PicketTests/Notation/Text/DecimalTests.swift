@testable import Notation
import Testing

struct DecimalTests {
  @Test func decimalsAreRoundedLikeStrtod() {
    var others: [String] = []
    for seed in 1...5000 {
      var chance = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...15, using: &chance)
      var text = (0..<count).map { _ in String(Int.random(in: 0...9, using: &chance)) }.joined()
      let point = Int.random(in: 1...count, using: &chance)
      if point < count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
      if Bool.random(using: &chance) { text = "-" + text }
      if Self.read(text)?.bitPattern != Double(text)?.bitPattern { others.append(text) }
    }
    #expect(others == [])
  }

  @Test(arguments: [
    "", "-", ".", "-.", "1.", ".5", "+1", "1e5", "1 ", " 1", "--1", "1-", "1.2.3", "nan", "inf",
    "0x1", "1234567890123456", "1.234567890123456", "0000000000000001",
  ])
  func otherTextsAreNotRead(_ text: String) {
    #expect(Self.read(text) == nil)
  }

  private static func read(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { Double(decimal: $0) }
  }
}
