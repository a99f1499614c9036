import Geofence
import Testing

struct EventTextTests {
  private static let time = Timestamp(nanoseconds: 1_780_478_071_000_000_000)

  private static let event = Event(
    sequence: 17, kind: .enter, region: "orchard", note: "Ladders are by the gate", time: time,
    crossed: time.advanced(by: .milliseconds(-2600)),
    coordinate: Coordinate(latitude: 51.501, longitude: -0.142), eph: 4.1)

  private static let bare = Event(
    sequence: 1, kind: .exit, region: "a \"b\"", time: time,
    coordinate: Coordinate(latitude: -16.5, longitude: 180), blind: .milliseconds(12_500))

  @Test func eventIsOneLineOfJSON() {
    #expect(
      Self.event.json == """
        {"seq":17,"event":"enter","region":"orchard","note":"Ladders are by the gate",\
        "time":"2026-06-03T09:14:31.000Z","crossed":"2026-06-03T09:14:28.400Z",\
        "lat":51.501,"lon":-0.142,"eph":4.1}
        """)
  }

  @Test func unknownFieldsAreLeftOut() {
    #expect(
      Self.bare.json == #"{"seq":1,"event":"exit","region":"a \"b\"","#
        + #""time":"2026-06-03T09:14:31.000Z","lat":-16.5,"lon":180,"blind":12.5}"#)
  }

  @Test func numbersAreRoundedToReceiverPrecision() {
    let event = Event(
      sequence: 2, kind: .dwell, region: "r", time: Self.time,
      coordinate: Coordinate(latitude: 1.000_000_000_4, longitude: 2.123_456_789_6), eph: 9.876,
      depth: 12.345, blind: .nanoseconds(10_000_400_000))
    #expect(
      event.json == #"{"seq":2,"event":"dwell","region":"r","time":"2026-06-03T09:14:31.000Z","#
        + #""lat":1,"lon":2.12345679,"eph":9.88,"depth":12.3,"blind":10}"#)
  }

  @Test func eventIsALineForAPerson() {
    #expect(
      Self.event.text == "2026-06-03T09:14:31.000Z  enter  orchard  - Ladders are by the gate")
    #expect(
      Self.bare.text == "2026-06-03T09:14:31.000Z  exit   a \"b\"  (not seen for 12.5 s)")
  }
}
