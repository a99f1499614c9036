import Geofence
@testable import Picket
import Testing

struct AutomaticWalksTests {
  @Test func namesAreNumberedInOrder() {
    var walks = AutomaticWalks(isOn: true)
    walks.start(with: 7)
    let names = (0..<3).map { _ in walks.nextName().text }
    #expect(names == ["always-7", "always-8", "always-9"])
  }

  @Test func failedWalkReturnsItsNumber() {
    var walks = AutomaticWalks(isOn: true)
    let failed = walks.nextName()
    walks.fail(at: Instant(.zero))
    let next = walks.nextName()
    #expect(next == failed)
  }

  @Test func failedWalkIsRepeatedAfterAMinute() {
    var walks = AutomaticWalks(isOn: true)
    _ = walks.nextName()
    #expect(!walks.isRetryDue(at: Instant(.seconds(100))))
    walks.fail(at: Instant(.seconds(100)))
    #expect(!walks.isRetryDue(at: Instant(.seconds(159))))
    #expect(walks.isRetryDue(at: Instant(.seconds(160))))
  }

  @Test func newWalkEndsTheWait() {
    var walks = AutomaticWalks(isOn: true)
    _ = walks.nextName()
    walks.fail(at: Instant(.zero))
    walks.walkBegins()
    #expect(!walks.isRetryDue(at: Instant(.seconds(60))))
  }
}
