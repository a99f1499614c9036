import Geofence
@testable import PicketLink
import Records
import Testing

struct RetainedStateTests {
  private let topics = Topics(prefix: "picket", board: "b")
  private static let object = "homeassistant/binary_sensor/picket_picket_2f_b/region_"

  private func state(_ regions: String, more: Int = 0) throws -> RetainedState {
    var settings = LinkSettings(broker: BrokerSettings(host: "h", port: 1), board: "b")
    settings.homeAssistant = true
    var state = RetainedState(settings, topics)
    let answer = #"{"ok":true,"outside":[\#(regions)],"outside_more":\#(more)}"#
    state.regions.apply(try #require(RegionsAnswer(answer)), at: Instant(.zero))
    return state
  }

  private func kept(_ topic: String, _ text: String = "{}") -> ReceivedMessage {
    ReceivedMessage(topic, Array(text.utf8), isRetained: true)
  }

  @Test func boardIsAnnouncedOnce() throws {
    var state = try state(#""gate""#)
    let messages = state.messages()
    #expect(messages.count == 7)
    let more = state.messages()
    #expect(more.isEmpty)
  }

  @Test func newConnectionGetsEverythingAgain() throws {
    var state = try state(#""gate""#)
    let first = state.messages()
    state.forget()
    let second = state.messages()
    #expect(first == second)
  }

  @Test func watchedRegionAtTheBrokerChangesNothing() throws {
    var state = try state(#""gate""#)
    _ = state.messages()
    let isNews = [
      state.note(kept("\(Self.object)gate/config")),
      state.note(kept("picket/b/region/gate", #"{"region":"gate"}"#)),
    ]
    #expect(isNews == [false, false])
    let messages = state.messages()
    #expect(messages.isEmpty)
  }

  @Test func unwatchedRegionAtTheBrokerIsRemoved() throws {
    var state = try state(#""gate""#)
    _ = state.messages()
    let isNews = [
      state.note(kept("\(Self.object)old/config")),
      state.note(kept("picket/b/region/old", #"{"region":"old"}"#)),
    ]
    #expect(isNews == [true, true])
    let topics = state.messages().map(\.topic)
    #expect(topics == ["\(Self.object)old/config", "picket/b/region/old"])
  }

  @Test func removedRegionDisappears() throws {
    var state = try state(#""gate","yard""#)
    _ = state.messages()
    state.regions.apply(
      try #require(RegionsAnswer(#"{"ok":true,"outside":["yard"]}"#)), at: Instant(.zero))
    let removed = state.messages().filter(\.payload.isEmpty).map(\.topic)
    #expect(
      removed == [
        "homeassistant/device_tracker/picket_picket_2f_b/config", "\(Self.object)gate/config",
        "picket/b/region/gate",
      ])
  }

  @Test func leftOutRegionStaysAtTheBroker() throws {
    // An answer has at most 2000 names.
    var state = try state(#""gate""#, more: 1)
    _ = state.messages()
    let isNews = state.note(kept("\(Self.object)yard/config", #"{"name":"yard"}"#))
    #expect(isNews)
    let topics = state.messages().filter { !$0.payload.isEmpty }.map(\.topic)
    #expect(topics.contains("picket/b/region/yard"))
    #expect(topics.contains("\(Self.object)yard/config"))
    // Those that are there are not announced again.
    #expect(!topics.contains("\(Self.object)gate/config"))
  }

  @Test func unretainedMessageIsIgnored() throws {
    var state = try state(#""gate""#)
    let isNews = state.note(
      ReceivedMessage("picket/b/region/old", Array(#"{"region":"old"}"#.utf8)))
    #expect(!isNews)
  }
}
