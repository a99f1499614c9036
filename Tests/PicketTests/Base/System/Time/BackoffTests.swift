import Base
import Testing

struct BackoffTests {
  @Test func failuresDoubleTheWaitToTenSeconds() {
    var backoff = Backoff()
    let waits = (0..<8).map { _ in backoff.next() }
    #expect(waits == [0.5, 1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
  }

  @Test func successResetsTheWait() {
    var backoff = Backoff()
    for _ in 0..<5 { _ = backoff.next() }
    backoff.reset()
    let wait = backoff.next()
    #expect(wait == .milliseconds(500))
  }
}
