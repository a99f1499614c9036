import Base
import Geofence
import Picket
import Records
import Testing

struct RecordedEventTests {
  @Test func newerEventsAreAppliedToTheState() throws {
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
    state.apply(found)
    var memory = Memory(
      nextSequence: 6, seen: Self.time(10),
      regions: [
        "a": .init(state: .inside, stay: Stay(since: Self.time(0), isReported: true)),
        "b": .init(state: .outside),
        "c": .init(state: .inside, stay: Stay(since: Self.time(10))),
      ])
    memory.course = ["a": Self.time(5), "b": Self.time(6), "c": Self.time(10)]
    var expected = SavedState(
      memory: memory, unsounded: [1, 2, 3, 4, 5],
      alarms: ["b": [.enter, .exit], "c": [.enter]])
    expected.unsoundedRegions = [1: "a", 2: "a", 3: "b", 4: "b", 5: "c"]
    #expect(state == expected)
  }

  @Test func reportedBeginningIsNotReportedAgain() throws {
    let stay = Stay(since: Self.time(-100))
    var state = SavedState(
      memory: Memory(
        nextSequence: 1, seen: Self.time(0), regions: ["a": .init(state: .inside, stay: stay)],
        starts: Memory.Starts(seen: Self.time(0))))
    var found = Journal.Found()
    found.events = [
      try #require(
        RecordedEvent(
          JSON.parse(
            #"{"seq":1,"event":"enter","region":"a","time":"\#(Self.time(5).rfc3339)","#
              + #""scheduled":true}"#
          ).object ?? [:])), try Self.event(2, "exit", "b", 6),
    ]
    found.next = 3
    state.apply(found)
    // It was inside before, and stays since then.
    #expect(state.memory.regions["a"] == .init(state: .inside, stay: stay))
    #expect(state.memory.starts?.reported == ["a": Self.time(5), "b": Self.time(6)])
  }

  @Test func crossingEndsEarlierReminders() throws {
    let reminders = ["a": SavedReminder(count: 3), "b": SavedReminder(count: 2)]
    var state = SavedState(memory: Memory(nextSequence: 2), reminders: reminders)
    var found = Journal.Found()
    found.events = [
      try Self.event(1, "exit", "b", 0), try Self.event(2, "exit", "a", 5),
      try Self.event(3, "dwell", "b", 6),
    ]
    found.next = 4
    state.apply(found)
    #expect(state.reminders == ["b": SavedReminder(count: 2)])
  }

  @Test func blindEventKeepsTheLastSighting() throws {
    var state = SavedState(memory: Memory(nextSequence: 1, seen: Self.time(0)))
    var found = Journal.Found()
    found.events = [try Self.event(1, "enter", "a", 60, blind: 60)]
    found.next = 2
    state.apply(found)
    #expect(state.memory.seen == Self.time(0))
    #expect(state.memory.nextSequence == 2)
  }

  @Test func newerStateStaysUnchanged() throws {
    var state = SavedState(memory: Memory(nextSequence: 9))
    var found = Journal.Found()
    found.events = [try Self.event(3, "enter", "a", 0)]
    found.next = 4
    let before = state
    state.apply(found)
    #expect(state == before)
  }

  @Test(arguments: [
    #"{"event":"enter","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":0,"event":"enter","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"blind","region":"a","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"enter","time":"2026-06-03T09:00:00Z"}"#,
    #"{"seq":1,"event":"enter","region":"a","time":"yesterday"}"#,
  ])
  func otherLinesAreNotEvents(_ line: String) throws {
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
