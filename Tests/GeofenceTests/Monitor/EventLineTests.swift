import Geofence
import Testing

struct EventLineTests {
  private static func event(
    _ kind: Event.Kind, note: String? = nil, blind: Duration? = nil, isScheduled: Bool = false
  ) -> Event {
    Event(
      sequence: 1, kind: kind, region: "orchard", note: note,
      time: Timestamp(seconds: 1_780_478_071),
      coordinate: Coordinate(latitude: 51.501, longitude: -0.142), blind: blind,
      isScheduled: isScheduled)
  }

  @Test func anEventIsPrintedAsALine() {
    #expect(
      "\(Self.event(.enter, note: "Ladders are by the gate"))"
        == "2026-06-03T09:14:31.000Z  enter  orchard  - Ladders are by the gate")
    #expect("\(Self.event(.exit))" == "2026-06-03T09:14:31.000Z  exit   orchard")
    #expect(
      "\(Self.event(.dwell, isScheduled: true))"
        == "2026-06-03T09:14:31.000Z  dwell  orchard  (its hours have begun)")
  }

  @Test(
    arguments: [
      (.milliseconds(12_460), "12.5"), (.seconds(41), "41"), (.milliseconds(40), "0"),
      (.seconds(Int64.max), "9.223372036854776e+18"),
    ] as [(Duration, String)])
  func unseenSecondsHaveOneDecimalAtMost(_ blind: Duration, _ text: String) {
    #expect("\(Self.event(.exit, blind: blind))".hasSuffix("  (not seen for \(text) s)"))
  }
}
