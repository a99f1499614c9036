import Geofence
@testable import PicketLink
import Records
import Testing

struct CursorKeeperTests {
  private let start = Instant(.seconds(100))

  @Test func firstCursorIsWrittenAtOnce() {
    var keeper = CursorKeeper(written: .start)
    keeper.keep(Cursor(sequence: 1))
    let value1 = keeper.next(at: start)
    #expect(value1 == Cursor(sequence: 1))
  }

  @Test func nextIsWrittenASecondLater() {
    var keeper = CursorKeeper(written: .start)
    keeper.keep(Cursor(sequence: 1))
    _ = keeper.next(at: start)
    keeper.wrote(Cursor(sequence: 1))
    keeper.keep(Cursor(sequence: 2))
    let value2 = keeper.next(at: start.advanced(by: .milliseconds(500)))
    #expect(value2 == nil)
    #expect(keeper.deadline == start.advanced(by: .seconds(1)))
    keeper.keep(Cursor(sequence: 3))
    let value3 = keeper.next(at: start.advanced(by: .seconds(1)))
    #expect(value3 == Cursor(sequence: 3))
  }

  @Test func writtenCursorIsNotWrittenAgain() {
    var keeper = CursorKeeper(written: Cursor(sequence: 7))
    keeper.keep(Cursor(sequence: 7))
    #expect(keeper.deadline == nil)
    #expect(keeper.rest == nil)
  }

  @Test func failureIsTriedAgainLater() {
    var keeper = CursorKeeper(written: .start)
    keeper.keep(Cursor(sequence: 1))
    _ = keeper.next(at: start)
    keeper.failed(at: start)
    #expect(keeper.deadline == start.advanced(by: .seconds(10)))
    #expect(keeper.rest == Cursor(sequence: 1))
  }
}
