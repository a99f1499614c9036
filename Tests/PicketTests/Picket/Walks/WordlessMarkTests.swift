import Geofence
import Picket
import Testing

struct WordlessMarkTests {
  private func mark(_ text: String, at second: Int64) -> WalkEntry {
    .mark(text, time: Timestamp(nanoseconds: second * 1_000_000_000), coordinate: nil)
  }

  @Test func markWithWordsIsANote() {
    let entries = [
      mark("a mark", at: 1), mark("the dog is here", at: 2),
      mark("the carrier pressed the button", at: 3),
      .sighted(Timestamp(nanoseconds: 4), unseen: nil),
    ]
    let times = WordlessMark.times(in: entries)
    #expect(times.map(\.nanoseconds) == [1_000_000_000, 3_000_000_000])
  }
}
