import Geofence
@testable import PicketCommand
import Testing

struct PositionErrorTests {
  @Test(arguments: [
    (AccuracySource.gst, "the receiver reports an error of 2.5 m"),
    (.receiver, "the receiver reports an error of 2.5 m"),
    (.hdop, "their error of 2.5 m is from HDOP"),
    (.eph, "their error of 2.5 m is from eph"),
    (.nothing, "their error of 2.5 m is assumed"),
  ])
  func sourceOfTheErrorIsNamed(_ source: AccuracySource, _ words: String) {
    #expect(Position.error(2.5, source) == words)
  }
}
