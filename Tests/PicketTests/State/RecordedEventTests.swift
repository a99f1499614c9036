import Geofence
@testable import Notation
@testable import Outputs
@testable import Picket
@testable import RegionFiles
import Testing

struct RecordedEventTests {
  @Test func aStateTakesInWhatTheJournalKnowsBeyondIt() throws {
    var state = SavedState(
      memory: Memory(
        nextSequence: 2, seen: Self.time(0),
        regions: ["a": .init(state: .inside, stay: Stay(since: Self.time(0)))]),
      unsounded: [1])
    var found = Journal.Found()
    found.events = [
      try Self.event(1, "enter", "a", 0), try Self.event(2, "dwell", "a", 5),
      try Self.event(3, "enter", "b", 6), try Self.event(4, "exit", "b", 9),
      try Self.event(5, "enter", "c", 10),
    ]
    found.next = 6
    state.take(found)
    #expect(
      state
        == SavedState(
          memory: Memory(
            nextSequence: 6, seen: Self.time(10),
            regions: [
              "a": .init(state: .inside, stay: Stay(since: Self.time(0), told: true)),
              "b": .init(state: .outside),
              "c": .init(state: .inside, stay: Stay(since: Self.time(10))),
            ]),
          unsounded: [1, 2, 3, 4, 5]))
  }

  @Test func whatWasNotSeenBeforeABlindEventIsStillNotSeen() throws {
    var state = SavedState(memory: Memory(nextSequence: 1, seen: Self.time(0)))
    var found = Journal.Found()
    found.events = [try Self.event(1, "enter", "a", 60, blind: 60)]
    found.next = 2
    state.take(found)
    #expect(state.memory.seen == Self.time(0))
    #expect(state.memory.nextSequence == 2)
  }

  @Test func aStateThatIsAheadStaysAsItIs() throws {
    var state = SavedState(memory: Memory(nextSequence: 9))
    var found = Journal.Found()
    found.events = [try Self.event(3, "enter", "a", 0)]
    found.next = 4
    let before = state
    state.take(found)
    #expect(state == before)
  }

  @Test(arguments: [
    #"{"event":"enter","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":0,"event":"enter","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"blind","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"enter","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"enter","region":"a","time":"yesterday"}"#,
  ])
  func whatIsNoEventIsNotTakenForOne(_ line: String) throws {
    let fields = try #require(try JSON.parse(line).object)
    #expect(RecordedEvent(fields) == nil)
  }

  private static func event(
    _ number: Int, _ kind: String, _ region: String, _ seconds: Double, blind: Double? = nil
  ) throws -> RecordedEvent {
    var fields: [String: JSON] = [
      "seq": .number(Double(number)), "event": .string(kind), "region": .string(region),
      "time": .string(time(seconds).rfc3339),
    ]
    fields["blind"] = blind.map { .number($0) }
    return try #require(RecordedEvent(fields))
  }

  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64(1_780_000_000 + seconds) * 1_000_000_000)
  }
}
