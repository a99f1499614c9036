import Geofence
import Picket
import Testing

struct SavedStateTests {
  static let time = Timestamp(nanoseconds: 1_780_478_071_400_000_000)

  static let full = SavedState(
    memory: Memory(
      nextSequence: 18, seen: time,
      coordinate: Coordinate(latitude: -12.123456789, longitude: 179.5),
      regions: [
        "orchard": Memory.Known(state: .inside, stay: Stay(since: time, isReported: true)),
        "a \"quoted\" / 日本 \n name": Memory.Known(
          state: .inside, stay: Stay(since: time.advanced(by: .milliseconds(-1)))),
        "gate": Memory.Known(state: .outside),
        "": Memory.Known(state: .unknown),
      ]), unsounded: [16, 17])

  @Test func stateIsReadBack() throws {
    for state in [SavedState(), Self.full] {
      let back = try SavedState(decoding: state.encoded)
      #expect(back == state)
    }
  }

  @Test func beginningsOfHoursAreReadBack() throws {
    var state = Self.full
    var starts = Memory.Starts(seen: Self.time)
    starts.open = ["gate", "orchard"]
    starts.reported = ["gate": Self.time.advanced(by: .seconds(1))]
    state.memory.starts = starts
    #expect(try SavedState(decoding: state.encoded) == state)
    #expect(
      state.encoded.hasSuffix(
        #","starts":{"open":["gate","orchard"],"seen":"2026-06-03T09:14:31.400Z","#
          + #""reported":{"gate":"2026-06-03T09:14:32.400Z"}},"unsounded":[16,17]}"#))
    // Rounded up, this time could pass a beginning that was not looked at.
    state.memory.starts = Memory.Starts(seen: Self.time.advanced(by: .nanoseconds(-1)))
    let back = try SavedState(decoding: state.encoded).memory.starts
    #expect(back?.seen == Self.time.advanced(by: .milliseconds(-1)))
  }

  @Test func wanderIsReadBack() throws {
    let state = SavedState(memory: Memory(wander: 4.25))
    #expect(state.encoded == #"{"next":1,"regions":{},"unsounded":[],"wander":4.25}"#)
    #expect(try SavedState(decoding: state.encoded) == state)
    // What cannot be a deviation is left out.
    let wrong = #"{"next":1,"regions":{},"unsounded":[],"wander":-3}"#
    #expect(try SavedState(decoding: wrong).memory.wander == nil)
  }

  @Test func stateIsOneLine() throws {
    let state = SavedState(
      memory: Memory(
        nextSequence: 3, seen: Self.time,
        regions: [
          "b": Memory.Known(state: .outside),
          "a/c": Memory.Known(state: .inside, stay: Stay(since: Self.time)),
        ]), unsounded: [2])
    let text = state.encoded
    #expect(
      text == #"{"next":3,"regions":{"a/c":{"since":"2026-06-03T09:14:31.400Z","state":"inside","#
        + #""told":false},"b":{"state":"outside"}},"seen":"2026-06-03T09:14:31.400Z","#
        + #""unsounded":[2]}"#)
  }

  @Test func remindersAreReadBackUnchanged() throws {
    let state = SavedState(reminders: [
      "home": SavedReminder(count: 3, last: Self.time), "b": SavedReminder(count: 0),
      "a": SavedReminder(count: 21, hasEnded: true, last: Self.time),
    ])
    #expect(
      state.encoded == #"{"next":1,"regions":{},"reminders":{"a":{"count":21,"ended":true,"#
        + #""last":"2026-06-03T09:14:31.400Z"},"b":{"count":0},"home":{"count":3,"#
        + #""last":"2026-06-03T09:14:31.400Z"}},"unsounded":[]}"#)
    #expect(try SavedState(decoding: state.encoded) == state)
    // An unknown value of another release does not make the state unreadable.
    let other = #"{"next":1,"regions":{},"reminders":{"a":{"count":-1},"b":7},"unsounded":[]}"#
    #expect(try SavedState(decoding: other).reminders.isEmpty)
  }

  @Test func equalStatesHaveEqualText() throws {
    let texts = (0..<20).map { _ in
      SavedState(
        memory: Memory(
          regions: Dictionary(
            uniqueKeysWithValues: (0..<30).shuffled().map {
              ("region \($0)", Memory.Known(state: .outside))
            }))
      ).encoded
    }
    #expect(Set(texts).count == 1)
  }

  @Test func unreadableTimeIsUnknown() throws {
    let text =
      #"{"next":2,"unsounded":[],"seen":"soon","regions":"#
      + #"{"a":{"state":"inside","since":"then","told":true}}}"#
    let state = try SavedState(decoding: text)
    #expect(state.memory.seen == nil)
    #expect(state.memory.regions["a"] == Memory.Known(state: .inside))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"next":"two","unsounded":[],"regions":{}}"#,
    #"{"next":2,"unsounded":[],"regions":{"a":{"state":"nearby"}}}"#,
    #"{"next":2,"regions":{}}"#, #"{"next":2.5,"unsounded":[],"regions":{}}"#,
    #"{"next":0,"unsounded":[],"regions":{}}"#,
    #"{"next":9007199254740992,"unsounded":[],"regions":{}}"#,
  ])
  func otherTextIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try SavedState(decoding: text) }
  }
}
