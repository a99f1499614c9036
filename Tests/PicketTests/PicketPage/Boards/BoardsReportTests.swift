@testable import Geofence
@testable import PicketPage
import Records
import Testing

struct BoardsReportTests {
  private let now = Timestamp(rfc3339: "2026-06-03T09:00:10Z") ?? Timestamp(seconds: 0)

  private func line(_ text: String) throws -> Reply { try #require(Reply(text)) }

  @Test func agesAreThoseOfTheAnswer() throws {
    var report = BoardsReport()
    report.started()
    _ = report.apply(try line(#"{"connected":true}"#))
    _ = report.apply(
      try line(#"{"board":"a","online":true,"event":{"time":"2026-06-03T09:00:00Z"}}"#))
    _ = report.apply(
      try line(#"{"board":"b","online":true,"position":{"time":"2027-06-03T09:00:00Z"}}"#))
    let json = report.json(at: now)
    #expect(json.hasPrefix(#"{"ok":true,"connected":true,"boards":[{"board":"a","#), "\(json)")
    #expect(json.contains(#""event_age":10}"#), "\(json)")
    // A clock of the board that is ahead makes no age below 0.
    #expect(json.hasSuffix(#""position_age":0}]}"#), "\(json)")
  }

  @Test func boardsStayUntilTheNextProgramHasConnected() throws {
    var report = BoardsReport()
    report.started()
    _ = report.apply(try line(#"{"connected":true}"#))
    _ = report.apply(try line(#"{"board":"a"}"#))
    let isNews = report.lost("it ended")
    #expect(isNews)
    let isNewsAgain = report.lost("it ended")
    #expect(!isNewsAgain)
    report.started()
    let expected = #"{"ok":true,"connected":false,"reason":"it ended","boards":[{"board":"a"}]}"#
    #expect(report.json(at: now) == expected)
    _ = report.apply(try line(#"{"connected":true}"#))
    #expect(report.json(at: now) == #"{"ok":true,"connected":true,"boards":[]}"#)
  }

  @Test func boardsStayWhileTheBrokerIsAway() throws {
    var report = BoardsReport()
    report.started()
    for text in [#"{"connected":true}"#, #"{"board":"a"}"#] { _ = report.apply(try line(text)) }
    let reason = report.apply(try line(#"{"connected":false,"reason":"no answer"}"#))
    #expect(reason == "no answer")
    let again = report.apply(try line(#"{"connected":false,"reason":"no answer"}"#))
    #expect(again == nil)
    _ = report.apply(try line(#"{"connected":true}"#))
    #expect(report.json(at: now) == #"{"ok":true,"connected":true,"boards":[{"board":"a"}]}"#)
    _ = report.apply(try line(#"{"board":"a","removed":true}"#))
    #expect(report.json(at: now) == #"{"ok":true,"connected":true,"boards":[]}"#)
  }

  @Test func sizeOfAllBoardsIsLimited() throws {
    var report = BoardsReport()
    let long = String(repeating: "x", count: 60_000)
    for number in 0..<200 {
      _ = report.apply(try line(#"{"board":"b\#(number)","reason":"\#(long)"}"#))
    }
    #expect(report.json(at: now).utf8.count < BoardsReport.most + 10_000)
    _ = report.apply(try line(#"{"board":"b0","removed":true}"#))
    _ = report.apply(try line(#"{"board":"last"}"#))
    #expect(report.json(at: now).contains("last"))
  }
}
