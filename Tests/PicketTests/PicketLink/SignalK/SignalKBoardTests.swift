import Base
import Geofence
@testable import PicketLink
import Records
import Testing

struct SignalKBoardTests {
  private func board(
    inside: [String] = [], outside: [String] = [], anchor: String = "anchor"
  ) -> SignalKBoard {
    var settings = SignalKSettings(host: "h", port: 1)
    settings.inside = inside
    settings.outside = outside
    settings.anchor = anchor
    return SignalKBoard(settings)
  }

  private func apply(_ text: String, to board: inout SignalKBoard) throws {
    let answer = try #require(RegionsAnswer(#"{"ok":true,"# + text + "}"))
    #expect(board.apply(answer, at: Instant(.zero)) == nil)
  }

  private func texts(_ changes: [(path: String, notification: SignalKNotification?)]) -> [String] {
    changes.map { change in
      let path = change.path.replacing("notifications.", with: "")
      return change.notification.map { "\(path) \($0.state.rawValue): \($0.message)" }
        ?? "\(path) gone"
    }
  }

  @Test func sidesThatAreAnAlarmAreNamedInTheSettings() throws {
    var board = board(inside: ["shoal"], outside: ["harbour"])
    try apply(#""inside":["harbour","shoal"],"outside":["buoy"]"#, to: &board)
    #expect(
      texts(board.changes()) == [
        "regions.buoy normal: outside buoy", "regions.harbour normal: inside harbour",
        "regions.shoal alarm: inside shoal",
      ])
    try apply(#""inside":["buoy"],"outside":["harbour","shoal"]"#, to: &board)
    #expect(
      texts(board.changes()) == [
        "regions.buoy normal: inside buoy", "regions.harbour alarm: outside harbour",
        "regions.shoal normal: outside shoal",
      ])
    #expect(board.changes().isEmpty)
  }

  @Test func doubtAboutAGuardedRegionIsAWarning() throws {
    var board = board(outside: ["*"])
    try apply(#""unsure":["harbour"],"unknown":["buoy"]"#, to: &board)
    #expect(
      texts(board.changes()) == [
        "regions.buoy normal: buoy: unknown", "regions.harbour warn: harbour: unsure",
      ])
  }

  @Test func theAnchorIsAnEmergencyWhileItDrags() throws {
    var board = board(anchor: "here")
    try apply(#""inside":["here"],"outside":[]"#, to: &board)
    #expect(texts(board.changes()) == ["navigation.anchor normal: the anchor holds"])
    board.apply(["event": .string("exit"), "region": .string("here")])
    #expect(texts(board.changes()) == ["navigation.anchor emergency: the anchor drags"])
    try apply(#""unsure":["here"]"#, to: &board)
    #expect(
      texts(board.changes()) == [
        "navigation.anchor warn: it is unsure whether the anchor holds"
      ])
    try apply(#""outside":["buoy"]"#, to: &board)
    #expect(
      texts(board.changes()) == [
        "navigation.anchor gone", "regions.buoy normal: outside buoy",
      ])
  }

  @Test func anEventBringsItsNote() throws {
    var board = board()
    try apply(#""inside":[],"outside":["gate"]"#, to: &board)
    _ = board.changes()
    board.apply([
      "event": .string("enter"), "region": .string("gate"), "note": .string("Ladders are by it"),
    ])
    #expect(texts(board.changes()) == ["regions.gate normal: inside gate: Ladders are by it"])
  }

  @Test func aBoardThatDoesNotMonitorIsAnAlarm() throws {
    var board = board()
    var status = BoardStatus.silent("no picket answers")
    board.apply(status)
    #expect(texts(board.changes()) == ["picket alarm: picket does not monitor: no picket answers"])
    status.monitors = true
    status.watched = 3
    board.apply(status)
    #expect(texts(board.changes()) == ["picket normal: picket monitors 3 regions"])
    status.faults = [Reason("output.faulty", ["name": .text("buzzer")])]
    board.apply(status)
    #expect(texts(board.changes()) == ["picket warn: output buzzer does not work"])
  }

  @Test func aNewServerIsToldEverythingAndWhatIsGone() throws {
    var board = board()
    try apply(#""outside":["a","b"]"#, to: &board)
    _ = board.changes()
    try apply(#""outside":["b"]"#, to: &board)
    #expect(texts(board.all()) == ["regions.a gone", "regions.b normal: outside b"])
    #expect(texts(board.all()) == ["regions.b normal: outside b"])
  }
}
