import Board
import Geofence
import Testing

struct PressPairsTests {
  private static let start = Instant(.seconds(3))
  private var pairs = PressPairs()

  private func at(_ seconds: Double) -> Instant { Self.start.advanced(by: .seconds(seconds)) }

  private func press(_ length: Button.Length, _ seconds: Double) -> Button.Press {
    Button.Press(length: length, start: at(seconds))
  }

  @Test func twoShortPressesAreDouble() {
    var pairs = pairs
    #expect(pairs.add(press(.short, 0), at: at(0.1)).isEmpty)
    #expect(pairs.deadline == at(0.7))
    #expect(pairs.add(press(.short, 0.3), at: at(0.4)) == [press(.double, 0)])
    #expect(pairs.deadline == nil)
  }

  @Test func aSinglePressIsReportedLate() {
    var pairs = pairs
    _ = pairs.add(press(.short, 0), at: at(0.1))
    #expect(pairs.deadlineReached(at: at(0.6)).isEmpty)
    #expect(pairs.deadlineReached(at: at(0.7)) == [press(.short, 0)])
    #expect(pairs.deadlineReached(at: at(9)).isEmpty)
  }

  @Test func slowPressesAreSingle() {
    var pairs = pairs
    _ = pairs.add(press(.short, 0), at: at(0.1))
    #expect(pairs.add(press(.short, 0.8), at: at(0.9)) == [press(.short, 0)])
    #expect(pairs.deadlineReached(at: at(1.5)) == [press(.short, 0.8)])
  }

  @Test func longPressComesAfterAShortOne() {
    var pairs = pairs
    #expect(pairs.add(press(.long, 0), at: at(1.1)) == [press(.long, 0)])
    _ = pairs.add(press(.short, 2), at: at(2.1))
    #expect(
      pairs.add(press(.veryLong, 2.2), at: at(2.5)) == [press(.short, 2), press(.veryLong, 2.2)])
  }
}
