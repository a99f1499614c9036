import Base
import Geofence
import Records
import Testing

struct NoteTests {
  @Test func noteHasTextTimeAndPlace() {
    #expect(
      Self.mark.json(uptime: .milliseconds(812_345), positions: .exact) == """
        {"event":"mark","time":"2026-06-03T09:14:31.000Z","uptime":812.345,\
        "text":"here \\"now\\"","lat":51.501234567,"lon":-0.142,"eph":4.1}
        """)
  }

  @Test func noteWithoutATimeHasTheUptime() {
    let note = Note(.gpsd, "no fix", time: nil)
    #expect(
      note.json(uptime: .seconds(3), positions: .exact)
        == #"{"event":"gpsd","uptime":3,"text":"no fix"}"#)
  }

  @Test func longTextIsCut() {
    let note = Note(.configuration, String(repeating: "x", count: 600_000), time: nil)
    #expect(note.text.utf8.count == Note.mostBytes)
    #expect(note.text.hasSuffix("x…"))
  }

  @Test func longReasonIsACutText() {
    let long = String(repeating: "x", count: 600_000)
    let note = Note(.configuration, Reason("files.refused", ["reason": .text(long)]), time: nil)
    #expect(note.text.utf8.count == Note.mostBytes)
    #expect(!note.json(uptime: .zero, positions: .none).contains("code"))
  }

  @Test func positionsCanBeCoarseOrLeftOut() {
    let coarse = Self.mark.json(uptime: .zero, positions: .coarse)
    #expect(coarse.hasSuffix(#""lat":51.5,"lon":-0.14,"eph":4.1}"#))
    let none = Self.mark.json(uptime: .zero, positions: .none)
    for field in ["lat", "lon", "eph"] { #expect(!none.contains("\"\(field)\"")) }
    let event = Event(
      sequence: 1, kind: .enter, region: "r", time: Self.time,
      coordinate: Coordinate(latitude: 51.501, longitude: -0.142))
    #expect(event.json(positions: .coarse).contains(#""lat":51.5,"lon":-0.14"#))
    #expect(!event.json(positions: .none).contains("lat"))
    #expect(event.json == event.json(positions: .exact))
  }

  @Test func noteReadBackIsReadable() throws {
    let json = Self.mark.json(uptime: .zero, positions: .exact)
    let record = try #require(JournalRecord(json))
    #expect(record.time == Self.time)
    #expect(record.text == "2026-06-03T09:14:31.000Z  mark           here \"now\"")
    let unknown = try #require(JournalRecord(#"{"event":"gpsd","uptime":3,"text":"no fix"}"#))
    #expect(unknown.text == "time not known            gpsd           no fix")
    let event = try #require(
      JournalRecord(
        #"{"seq":1,"event":"exit","region":"r","note":"n","time":"2026-06-03T09:14:31.000Z","blind":12.55}"#
      ))
    #expect(
      event.text == "2026-06-03T09:14:31.000Z  exit           r  - n  (not seen for 12.6 s)")
    #expect(JournalRecord("{}") == nil)
    #expect(JournalRecord("garbage") == nil)
  }

  @Test func sideAndSpeedAreReadBack() throws {
    let cross = try #require(
      JournalRecord(
        #"{"seq":1,"event":"cross","region":"g","time":"2026-06-03T09:14:31.000Z","side":"left"}"#))
    #expect(cross.text == "2026-06-03T09:14:31.000Z  cross          g  (to the left)")
    let speeding = try #require(
      JournalRecord(
        #"{"seq":2,"event":"speedOK","region":"g","time":"2026-06-03T09:14:31.000Z","topSpeed":34.8,"seconds":20}"#
      ))
    #expect(
      speeding.text == "2026-06-03T09:14:31.000Z  speedOK        g  "
        + "(34.8 km/h at most, over the limit for 20 s)")
  }

  private static let time = Timestamp(nanoseconds: 1_780_478_071_000_000_000)
  private static let mark = Note(
    .mark, #"here "now""#, time: time,
    coordinate: Coordinate(latitude: 51.501234567, longitude: -0.142), eph: 4.1)
}
