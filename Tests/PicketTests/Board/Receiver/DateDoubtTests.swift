import Board
import Geofence
import Records
import Testing

struct DateDoubtTests {
  private static let now = Timestamp(nanoseconds: 1_795_000_000_000_000_000)

  private static func doubt(_ days: Double, _ seconds: Double = 0, isKept: Bool = false)
    -> DateDoubt?
  {
    DateDoubt(
      receiver: now.advanced(by: .seconds(-days * 86_400 - seconds)), system: now, isKept: isKept)
  }

  @Test func rightDateIsNotDoubted() {
    for isKept in [false, true] { #expect(Self.doubt(0, 3, isKept: isKept) == nil) }
  }

  @Test func exactly1024WeeksHaveOneCause() {
    for isKept in [false, true] {
      #expect(Self.doubt(7168, 1, isKept: isKept) == .rollover(1))
      #expect(Self.doubt(14336, isKept: isKept) == .rollover(2))
    }
    #expect(Self.doubt(7168)?.said.text.contains("1024 weeks (7168 days) behind") == true)
    #expect(Self.doubt(7168)?.isImpossible == true)
  }

  @Test func earlierDateIsImpossibleByItself() {
    #expect(Self.doubt(7100) == .impossible)
    #expect(Self.doubt(7168, 3600) == .impossible)
  }

  @Test func otherDifferencesCountAgainstAKeptClock() {
    #expect(Self.doubt(30) == nil)
    #expect(Self.doubt(30, isKept: true) == .off(.seconds(-30 * 86_400)))
    #expect(Self.doubt(-30, isKept: true)?.said.text.contains("ahead of the system's") == true)
    #expect(Self.doubt(30, isKept: true)?.isImpossible == false)
  }
}
