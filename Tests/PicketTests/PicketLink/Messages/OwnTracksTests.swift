import Base
import Geofence
@testable import PicketLink
@testable import Records
import Testing

/// The rules of the programs that read messages of OwnTracks.
struct OwnTracksTests {
  private let device = OwnTracks(Topics(prefix: "picket", board: "orchard-3"))

  private func fields(_ message: Message?) throws -> [String: JSON] {
    let text = String(decoding: try #require(message).payload, as: UTF8.self)
    return try #require(try JSON.parse(text).object)
  }

  private func event(_ kind: String, _ more: String = "") throws -> FollowedEvent {
    let json =
      #"{"seq":7,"event":"\#(kind)","region":"gate","time":"2026-06-03T09:14:31.700Z"\#(more)}"#
    let event = try #require(JournalFile.Line(text: json, isChecked: true).event)
    return FollowedEvent(event, json, cursor: Cursor(behind: event, json, in: nil))
  }

  @Test func topicHasThreeLevels() throws {
    #expect(device.card.topic == "owntracks/picket/orchard-3/info")
    #expect(OwnTracks(Topics(prefix: "a/b", board: "c")).card.topic == "owntracks/a-b/c/info")
  }

  @Test func locationHasWholeNumbers() throws {
    let fix = try #require(
      FixLine(
        #"{"time":"2026-06-03T09:14:31.700Z","fix":"trusted","lat":51.501,"lon":-0.142,"sd":3.1,"speed":1.4,"track":359.8}"#
      ))
    let position = try #require(Position(fix))
    let message = device.location(
      position, inside: ["gate"],
      now: Timestamp(nanoseconds: 1_780_478_072_900_000_000))
    let fields = try fields(message)
    for name in ["tst", "acc", "vel", "cog", "created_at"] {
      #expect(fields[name]?.integer != nil, "\(name)")
    }
    #expect(fields["vel"]?.integer == 5)
    #expect(fields["cog"]?.integer == 0)
    #expect(fields["tst"]?.integer == 1_780_478_071)
    #expect(fields["inregions"] == .array([.string("gate")]))
    #expect(!message.isRetained)
  }

  @Test func transitionHasTheFieldsOfTheRecorder() throws {
    let message = device.transition(
      try event("exit", #","lat":51.501,"lon":-0.142,"eph":4.2"#))
    #expect(message?.topic == "owntracks/picket/orchard-3/event")
    #expect(message?.isRetained == false)
    let fields = try fields(message)
    #expect(fields["event"]?.string == "leave")
    #expect(fields["desc"]?.string == "gate")
    #expect(fields["acc"]?.integer == 5)
    #expect(fields["tst"]?.integer == 1_780_478_071)
    #expect(fields["wtst"]?.integer != nil)
  }

  @Test func accuracyIsNeverZero() throws {
    #expect(try fields(device.transition(try event("enter")))["acc"]?.integer == 1)
  }

  @Test func dwellIsNotATransition() throws {
    #expect(device.transition(try event("dwell")) == nil)
  }
}
