import Geofence
import Picket
import Testing

struct PaceTests {
  private static let start = Instant(.seconds(100))

  @Test func secondsArePlainOnABoard() {
    let pace = Pace(start: Self.start)
    let instant = Instant(.seconds(3) + .nanoseconds(1))
    #expect(pace.counted(instant) == instant)
    #expect(pace.actual(instant) == instant)
    #expect(pace.transit == .milliseconds(250))
  }

  @Test func factorMultipliesSeconds() {
    let pace = Pace(factor: 10, start: Self.start)
    #expect(pace.counted(Self.start) == Self.start)
    #expect(pace.counted(Self.start.advanced(by: .seconds(2))) == Instant(.seconds(120)))
    #expect(pace.actual(Instant(.seconds(120))) == Self.start.advanced(by: .seconds(2)))
    #expect(pace.transit == .milliseconds(2500))
  }

  @Test(arguments: [0.5, 1, 3, 10, 100])
  func actualTimeReversesCountedTime(_ factor: Double) {
    let pace = Pace(factor: factor, start: Self.start)
    for milliseconds in [0, 1, 250, 86_400_000] {
      let instant = Self.start.advanced(by: .milliseconds(milliseconds))
      let off = pace.actual(pace.counted(instant)).duration(to: instant)
      #expect(abs(off.inSeconds) < 1e-6)
    }
  }
}
