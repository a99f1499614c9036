import Geofence
import Testing

struct TimestampTests {
  @Test func timestampAdvancesByADuration() {
    let start = Timestamp(nanoseconds: 1_500_000_000)
    #expect(start.advanced(by: .milliseconds(500)) == Timestamp(nanoseconds: 2_000_000_000))
    #expect(start.advanced(by: .seconds(-2)) == Timestamp(nanoseconds: -500_000_000))
  }

  @Test func advancingIsTheInverseOfMeasuring() {
    let start = Timestamp(nanoseconds: -1)
    let end = Timestamp(nanoseconds: 3_000_000_001)
    #expect(start.duration(to: end) == .nanoseconds(3_000_000_002))
    #expect(start.advanced(by: start.duration(to: end)) == end)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(20_000_000_000)])
  func advancingStaysWithinTheStorableRange(_ duration: Duration) {
    let start = Timestamp(nanoseconds: 1)
    #expect(start.advanced(by: duration) == Timestamp(nanoseconds: .max))
    #expect(start.advanced(by: .zero - duration) == Timestamp(nanoseconds: .min))
  }

  @Test func unstorableSecondsAreRefused() {
    #expect(Timestamp(seconds: 1.5) == Timestamp(nanoseconds: 1_500_000_000))
    #expect(Timestamp(seconds: 1e12) == nil)
    #expect(Timestamp(seconds: .nan) == nil)
    #expect(Timestamp(seconds: -.infinity) == nil)
  }

  @Test(
    arguments: [
      (0, 0), (-1, -1_000_000_000), (1_780_478_071, 1_780_478_071_000_000_000),
      (Int.max, Int64.max), (Int.min, Int64.min),
    ] as [(Int, Int64)])
  func wholeSecondsAreClamped(_ seconds: Int, _ nanoseconds: Int64) {
    #expect(Timestamp(seconds: seconds) == Timestamp(nanoseconds: nanoseconds))
  }
}
