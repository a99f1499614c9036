@testable import PicketLink
import Testing

struct RetriesTests {
  @Test func waitsDoubleUpToFiveMinutes() {
    var retries = Retries()
    let waits = (0..<10).map { _ in retries.next(chance: 1) }
    #expect(waits.prefix(3) == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(waits.last == .seconds(300))
  }

  @Test func chanceHalvesAWaitAtMost() {
    var retries = Retries()
    let value1 = retries.next(chance: 0)
    #expect(value1 == .milliseconds(500))
    let value2 = retries.next(chance: 0.5)
    #expect(value2 == .milliseconds(1500))
  }

  @Test func lastingConnectionMakesTheNextWaitShort() {
    var retries = Retries()
    for _ in 0..<5 { _ = retries.next(chance: 1) }
    retries.ended(after: .seconds(9))
    let value3 = retries.next(chance: 1)
    #expect(value3 == .seconds(32))
    retries.ended(after: .seconds(10))
    let value4 = retries.next(chance: 1)
    #expect(value4 == .seconds(1))
  }
}
