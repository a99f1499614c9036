import Geofence
@testable import PicketLink
import Records
import Testing

struct PositionTests {
  private let topics = Topics(prefix: "picket", board: "b")
  private let fix =
    #"{"time":"2026-06-03T09:14:31.200Z","fix":"trusted","lat":51.501,"lon":-0.142,"sd":3.1,"regions":[],"speed":1.4,"track":91.2}"#

  private func position(_ text: String? = nil) throws -> Position {
    let reply = try #require(FixLine(text ?? fix))
    return try #require(Position(reply))
  }

  @Test func rejectedFixIsNotAPosition() throws {
    #expect(Position(try #require(FixLine(#"{"fix":"rejected","lat":1,"lon":2}"#))) == nil)
  }

  @Test func messageHasTheNamesOfHomeAssistant() throws {
    let text = String(decoding: try position().message(topics).payload, as: UTF8.self)
    #expect(
      text
        == #"{"latitude":51.501,"longitude":-0.142,"gps_accuracy":8,"board":"b","time":"2026-06-03T09:14:31.200Z","speed":1.4,"track":91.2}"#
    )
  }

  @Test(arguments: ["359.96", "360"])
  func courseIsBelowAFullTurn(_ track: String) throws {
    let position = try position(#"{"fix":"trusted","lat":1,"lon":2,"sd":1,"track":\#(track)}"#)
    let text = String(decoding: position.message(topics).payload, as: UTF8.self)
    #expect(text.contains(#""track":0}"#), "\(text)")
  }

  @Test func radiusIsNeverZero() throws {
    #expect(try position(#"{"fix":"trusted","lat":1,"lon":2,"sd":0}"#).radius == 1)
  }

  @Test func bothTimeAndDistanceAreNeeded() {
    var thinning = PositionThinning(LinkSettings.Position())
    let here = Coordinate(latitude: 51.5, longitude: 0)
    let there = Coordinate(latitude: 51.501, longitude: 0)
    let start = Instant(.seconds(10))
    let value1 = thinning.publishes(here, at: start)
    #expect(value1)
    let value2 = thinning.publishes(there, at: start.advanced(by: .seconds(9)))
    #expect(!value2)
    let value3 = thinning.publishes(here, at: start.advanced(by: .seconds(11)))
    #expect(!value3)
    let value4 = thinning.publishes(there, at: start.advanced(by: .seconds(11)))
    #expect(value4)
  }

  @Test func eventPublishesTheNextPosition() {
    var thinning = PositionThinning(LinkSettings.Position())
    let here = Coordinate(latitude: 51.5, longitude: 0)
    let value5 = thinning.publishes(here, at: Instant(.zero))
    #expect(value5)
    thinning.noteEvent()
    let value6 = thinning.publishes(here, at: Instant(.seconds(1)))
    #expect(value6)
    let value7 = thinning.publishes(here, at: Instant(.seconds(2)))
    #expect(!value7)
  }
}
