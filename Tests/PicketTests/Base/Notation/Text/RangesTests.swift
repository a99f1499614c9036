import Testing

struct RangesTests {
  @Test(arguments: [
    ([], ""), ([3], "3"), ([3, 4], "3, 4"), ([3, 4, 5], "3 to 5"),
    ([1, 3, 4, 5, 7, 8], "1, 3 to 5, 7, 8"),
  ])
  func runsAreNamedByTheirEnds(_ numbers: [Int], _ text: String) {
    #expect(numbers.rangesText(most: 20) == text)
  }

  @Test func oldestRunsAreCounted() {
    #expect([1, 2, 3, 5, 7, 9].rangesText(most: 2) == "4 earlier ones, 7, 9")
  }

  @Test func longTextIsCutBetweenCharacters() {
    #expect("short".cut(to: 5) == "short")
    #expect("shorter".cut(to: 6) == "sho…")
    #expect(String(repeating: "ä", count: 10).cut(to: 10) == "äää…")
    #expect("e\(String(repeating: "\u{301}", count: 5000))".cut(to: 100).utf8.count <= 100)
  }
}
