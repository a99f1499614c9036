import Base
import Geofence
@testable import PicketLink
import Records
import Testing

struct RegionStatesTests {
  private let topics = Topics(prefix: "picket", board: "b")
  private let start = Instant(.seconds(50))

  private func answer(_ text: String) throws -> RegionsAnswer { try #require(RegionsAnswer(text)) }

  private func event(_ kind: String, _ region: String) throws -> [String: JSON] {
    let text =
      #"{"seq":1,"event":"\#(kind)","region":"\#(region)","time":"2026-06-03T09:14:31.000Z","depth":4.25}"#
    return try #require(try JSON.parse(text).object)
  }

  private func texts(_ messages: [Message]) -> [String] {
    messages.map {
      "\($0.topic.split(separator: "/").last ?? "") \(String(decoding: $0.payload, as: UTF8.self))"
    }
  }

  @Test func eachRegionHasItsState() throws {
    var states = RegionStates()
    states.apply(
      try answer(#"{"ok":true,"inside":["a"],"outside":["b"],"unknown":["c"],"expired":["d"]}"#),
      at: start)
    let value1 = states.messages(topics)
    #expect(
      texts(value1) == [
        #"a {"board":"b","region":"a","state":"inside"}"#,
        #"b {"board":"b","region":"b","state":"outside"}"#,
        #"c {"board":"b","region":"c","state":"unknown"}"#,
        #"d {"board":"b","region":"d","state":"expired"}"#,
      ])
    let value2 = states.messages(topics)
    #expect(value2.isEmpty)
  }

  @Test func eventChangesItsRegionAlone() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"inside":[],"outside":["a","b"]}"#), at: start)
    _ = states.messages(topics)
    states.apply(try event("enter", "a"))
    let value3 = states.messages(topics)
    #expect(
      texts(value3) == [
        #"a {"board":"b","region":"a","state":"inside","since":"2026-06-03T09:14:31.000Z","depth":4.3}"#
      ])
  }

  @Test func earlierEventGivesTheTime() throws {
    var states = RegionStates()
    states.apply(try event("enter", "a"))
    states.apply(try event("exit", "b"))
    states.apply(try answer(#"{"ok":true,"inside":["a","b"]}"#), at: start)
    #expect(states.regions?["a"]?.since != nil)
    // The last event has another side: the controller is right, and the time is not known.
    #expect(states.regions?["b"] == RegionStates.Known(state: .inside))
  }

  @Test func unwatchedRegionIsRemoved() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"outside":["a","b"]}"#), at: start)
    _ = states.messages(topics)
    states.apply(try answer(#"{"ok":true,"outside":["b"]}"#), at: start)
    let messages = states.messages(topics)
    #expect(messages == [Message("picket/b/region/a", "", isRetained: true)])
  }

  @Test func regionFromAnEarlierRunIsRemoved() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"outside":["b"]}"#), at: start)
    let value4 = states.messages(topics, kept: ["old", "b"])
    #expect(value4.first?.topic == "picket/b/region/old")
  }

  @Test func eventOfAnUnknownRegionPublishesNothing() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"outside":[]}"#), at: start)
    states.apply(try event("enter", "new"))
    let value5 = states.messages(topics)
    #expect(value5.isEmpty)
  }

  // MARK: Unsure

  @Test func shortDoubtIsNotTold() throws {
    var states = RegionStates(patience: .seconds(5))
    states.apply(try answer(#"{"ok":true,"inside":["a"],"unsure":["b"]}"#), at: start)
    // A region that was never sure here is told at once.
    #expect(states.regions?["b"]?.state == .unsure)
    #expect(states.deadline == nil)
    states.apply(try answer(#"{"ok":true,"unsure":["a","b"]}"#), at: start)
    #expect(states.regions?["a"]?.state == .inside)
    #expect(states.deadline == start.advanced(by: .seconds(5)))
    states.apply(try answer(#"{"ok":true,"inside":["a"]}"#), at: start.advanced(by: .seconds(4)))
    #expect(states.deadline == nil)
  }

  @Test func doubtThatLastsIsTold() throws {
    var states = RegionStates(patience: .seconds(5))
    states.apply(try answer(#"{"ok":true,"inside":["a"]}"#), at: start)
    let unsure = try answer(#"{"ok":true,"unsure":["a"]}"#)
    let expected: [(Int, RegionsAnswer.Listing)] = [
      (1, .inside), (3, .inside), (6, .unsure), (7, .unsure),
    ]
    for (seconds, state) in expected {
      states.apply(unsure, at: start.advanced(by: .seconds(seconds)))
      #expect(states.regions?["a"]?.state == state)
    }
    #expect(states.deadline == nil)
  }

  @Test func eventInDoubtIsToldAtOnce() throws {
    var states = RegionStates(patience: .seconds(5))
    states.apply(try answer(#"{"ok":true,"inside":["a"]}"#), at: start)
    states.apply(try answer(#"{"ok":true,"unsure":["a"]}"#), at: start)
    states.apply(try event("exit", "a"))
    #expect(states.regions?["a"]?.state == .outside)
    #expect(states.deadline == nil)
  }

  // MARK: More regions than an answer lists

  @Test func leftOutRegionKeepsItsState() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"outside":["a","b"],"unknown":["c"]}"#), at: start)
    _ = states.messages(topics)
    states.apply(
      try answer(#"{"ok":true,"outside":["a"],"outside_more":2,"more":true}"#), at: start)
    let messages = states.messages(topics)
    // The list of unknown regions is whole.
    #expect(texts(messages) == [#"c {"board":"b","region":"c","state":"outside"}"#])
    #expect(states.regions?["b"]?.state == .outside)
  }

  @Test func leftOutRegionAppearsWithItsEvent() throws {
    var states = RegionStates()
    states.apply(
      try answer(#"{"ok":true,"outside":["a"],"outside_more":2,"more":true}"#), at: start)
    states.apply(try event("enter", "b"))
    #expect(states.inside == ["b"])
    states.apply(
      try answer(#"{"ok":true,"outside":["a"],"outside_more":1,"inside":["b"]}"#), at: start)
    states.apply(try event("exit", "b"))
    states.apply(
      try answer(#"{"ok":true,"outside":["a"],"outside_more":2,"more":true}"#), at: start)
    #expect(states.regions?["b"]?.state == .outside)
    #expect(states.regions?["b"]?.since != nil)
  }

  @Test func cutAnswerStillRemovesRegions() throws {
    var states = RegionStates()
    states.apply(try answer(#"{"ok":true,"outside":["a","b","c"]}"#), at: start)
    _ = states.messages(topics)
    states.apply(
      try answer(#"{"ok":true,"outside":["b"],"outside_more":1,"more":true}"#), at: start)
    let messages = states.messages(topics)
    // A list is in order: it would have had this region in front of the other.
    #expect(messages == [Message("picket/b/region/a", "", isRetained: true)])
  }

  @Test func keptRegionMayBeLeftOut() throws {
    var states = RegionStates()
    states.apply(try event("exit", "c"))
    states.apply(
      try answer(#"{"ok":true,"outside":["b"],"outside_more":1,"more":true}"#), at: start)
    states.adopt(["a", "c"])
    #expect(states.regions?.keys.sorted() == ["b", "c"])
    #expect(states.regions?["c"]?.since != nil)
  }
}
