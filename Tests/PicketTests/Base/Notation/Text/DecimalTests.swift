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

  @Test func wholeDigitsAreRoundedLikeStrtod() {
    var others: [String] = []
    for seed in 1...20_000 {
      var chance = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...19, using: &chance)
      let digits = UInt64.random(
        in: 0..<(0..<count).reduce(1) { power, _ in power * 10 }, using: &chance)
      let decimals = Int.random(in: 0...19, using: &chance)
      let text = "\(digits)e-\(decimals)"
      if Double(digits: digits, decimals: decimals) != Double(text) { others.append(text) }
    }
    // Half-way between two numbers.
    for text in ["9007199254740993", "9007199254740995", "4503599627370497.5", "0.5", "0"] {
      let parts = text.split(separator: ".")
      let decimals = parts.count > 1 ? parts[1].count : 0
      let digits = UInt64(parts.joined()) ?? 0
      if Double(digits: digits, decimals: decimals) != Double(text) { others.append(text) }
    }
    #expect(others == [])
  }

  private static func read(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { Double(decimal: $0) }
  }
}
