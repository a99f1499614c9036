import Testing

struct DurationTests {
  @Test(arguments: [
    (45.4, "45 s"), (59.6, "1 min"), (725, "12 min 5 s"), (12_000, "3 h 20 min"),
    (173_100, "2 d 0 h 5 min"), (-3, "0 s"), (.infinity, "11574 d 1 h 46 min"),
  ])
  func elapsedTimeIsInWords(seconds: Double, text: String) {
    #expect(seconds.elapsedText == text)
  }

  @Test func clockHasHoursOnlyIfNeeded() {
    #expect(0.4.clockText == "0:00")
    #expect(153.0.clockText == "2:33")
    #expect(3753.0.clockText == "1:02:33")
  }
}
