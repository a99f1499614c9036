import Geofence
import Testing

struct InstantTests {
  @Test func advancingIsTheInverseOfMeasuring() {
    let start = Instant(.seconds(5))
    let end = Instant(.milliseconds(-1500))
    #expect(start.duration(to: end) == .milliseconds(-6500))
    #expect(start.advanced(by: start.duration(to: end)) == end)
  }

  @Test func earlierInstantIsTheLesser() {
    #expect(Instant(.seconds(-1)) < Instant(.zero))
    #expect(Instant(.seconds(1)) < Instant(.seconds(1) + .nanoseconds(1)))
    #expect(!(Instant(.seconds(1)) < Instant(.seconds(1))))
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(1500), 1.5), (.milliseconds(-250), -0.25),
    (.seconds(86_400), 86_400),
  ])
  func durationConvertsToSeconds(_ duration: Duration, _ seconds: Double) {
    #expect(duration.inSeconds == seconds)
  }
}
