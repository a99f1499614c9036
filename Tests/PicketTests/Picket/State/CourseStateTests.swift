import Base
import Geofence
import Picket
import Records
import Testing

/// The parts of a state for courses, gates and limits of speed.
struct CourseStateTests {
  private static let time = Timestamp(nanoseconds: 1_780_478_071_000_000_000)

  @Test func everythingIsReadBack() throws {
    var state = SavedState()
    state.memory.course = ["a": Self.time, "b": Self.time.advanced(by: .seconds(60))]
    state.memory.speeding = Memory.Speeding(region: "yard", since: Self.time, topSpeed: 31.5)
    state.memory.gates = ["finish": Memory.Passage(side: .left, crossed: Self.time)]
    #expect(try SavedState(decoding: state.encoded) == state)
  }

  @Test(arguments: [nil, Coordinate(latitude: 47.123456, longitude: -15.5)])
  func aCrossingAfterThePlaceIsReadBack(_ coordinate: Coordinate?) throws {
    var state = SavedState()
    state.memory.crossedGates = ["finish"]
    state.memory.crossedPlaces["finish"] = coordinate.map {
      Memory.Place(coordinate: $0, time: Self.time)
    }
    #expect(try SavedState(decoding: state.encoded) == state)
  }

  @Test(arguments: [
    (#""lat":47.123456,"lon":-15.5,"#, true), (#""lat":47.12,"lon":-15.5,"#, false), ("", false),
  ])
  func theJournalHasThePlaceOfACrossing(_ fields: String, _ isExact: Bool) throws {
    let line =
      #"{"seq":2,"event":"cross","region":"g",\#(fields)"time":"2026-06-03T09:14:33.000Z"}"#
    let fields = try JSON.parse(line).object ?? [:]
    let event = try #require(RecordedEvent(fields))
    var found = Journal.Found()
    (found.events, found.next) = ([event], 3)
    var state = SavedState()
    state.apply(found)
    #expect(state.memory.crossedGates == ["g"])
    #expect((state.memory.crossedPlaces["g"] != nil) == isExact)
  }

  @Test func anOlderStateIsRead() throws {
    let old = #"{"next":3,"regions":{},"unsounded":[]}"#
    let state = try SavedState(decoding: old)
    #expect(state.memory.course.isEmpty && state.memory.speeding == nil)
  }

  @Test func theJournalBringsStationsBack() throws {
    var state = SavedState()
    state.memory.nextSequence = 2
    let lines = [
      #"{"seq":1,"event":"enter","region":"old","time":"2026-06-03T09:14:31.000Z"}"#,
      #"{"seq":2,"event":"enter","region":"a","time":"2026-06-03T09:14:32.000Z"}"#,
      #"{"seq":3,"event":"cross","region":"g","side":"left","time":"2026-06-03T09:14:33.000Z"}"#,
      #"{"seq":4,"event":"speeding","region":"y","topSpeed":31.5,"time":"2026-06-03T09:14:34.000Z"}"#,
    ]
    let events = lines.compactMap { try? JSON.parse($0).object }.compactMap(RecordedEvent.init)
    var found = Journal.Found()
    (found.events, found.next) = (events, 5)
    state.apply(found)
    #expect(state.memory.course.keys.sorted() == ["a", "g"])
    #expect(state.memory.speeding?.topSpeed == 31.5)
    #expect(state.memory.nextSequence == 5)
  }
}
