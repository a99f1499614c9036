import Base
@testable import PicketLink
import Records
import Testing

struct FleetBoardTests {
  private func message(_ topic: String, _ text: String) -> ReceivedMessage {
    ReceivedMessage("picket/\(topic)", Array(text.utf8))
  }

  /// A fleet with one board that is online.
  private func fleet() -> FleetBoards {
    var boards = FleetBoards(prefix: "picket")
    _ = boards.apply(message("a/online", "online"))
    return boards
  }

  @Test func lineHasAllThatIsKnown() throws {
    var boards = fleet()
    _ = boards.apply(
      message("a/status", #"{"sight":"sighted","watched":2,"problem":true,"faults":["x"]}"#))
    _ = boards.apply(message("a/region/yard%2F1", #"{"region":"yard/1","state":"inside"}"#))
    let change = boards.apply(
      message(
        "a/event",
        #"{"seq":3,"event":"enter","region":"yard/1","time":"2026-06-03T09:00:00.000Z","#
          + #""lat":47.5,"lon":15.25,"sd":2,"board":"a"}"#))
    #expect(
      change?.json
        == #"{"board":"a","online":true,"problem":true,"sight":"sighted","watched":2,"#
        + #""faults":["x"],"inside":["yard/1"],"event":{"event":"enter","lat":47.5,"lon":15.25,"#
        + #""region":"yard/1","sd":2,"seq":3,"time":"2026-06-03T09:00:00.000Z"},"#
        + #""position":{"lat":47.5,"lon":15.25,"accuracy":4.9,"time":"2026-06-03T09:00:00.000Z"}}"#)
  }

  @Test func lateEventMovesNoBoardBack() throws {
    var boards = fleet()
    _ = boards.apply(
      message(
        "a/position",
        #"{"latitude":47,"longitude":15,"gps_accuracy":6,"time":"2026-06-03T09:00:05Z"}"#))
    let change = boards.apply(
      message("a/event", #"{"event":"mark","lat":1,"lon":1,"time":"2026-06-03T09:00:00Z"}"#))
    let json = try #require(change?.json)
    #expect(json.contains(#""lat":47"#) && json.contains(#""event":"mark""#), "\(json)")
  }

  @Test func regionsThatAreLeftOrGoneAreNotInside() throws {
    var boards = fleet()
    for (topic, text, inside) in [
      ("a/region/x", #"{"region":"x","state":"inside"}"#, #"["x"]"#),
      ("a/region/y", #"{"region":"y","state":"inside"}"#, #"["x","y"]"#),
      ("a/region/x", #"{"region":"x","state":"outside"}"#, #"["y"]"#), ("a/region/y", "", "[]"),
    ] {
      let change = boards.apply(message(topic, text))
      #expect(change?.json.contains("\"inside\":\(inside)") == true, "\(topic) \(text)")
    }
    // A message that removes a region makes no board.
    let change = boards.apply(message("b/region/x", ""))
    #expect(change == nil)
  }

  @Test func removedBoardIsReportedOnce() {
    var boards = fleet()
    let change = boards.apply(message("a/online", ""))
    #expect(change?.json == #"{"board":"a","removed":true}"#)
    let again = boards.apply(message("a/online", ""))
    #expect(again == nil)
  }

  @Test func newConnectionAsksWhoIsOnline() {
    var boards = fleet()
    let changes = boards.connected()
    #expect(changes.count == 1)
    #expect(changes.first?.json.contains(#""online":false"#) == true)
    let back = boards.apply(message("a/online", "online"))
    #expect(back?.words == "a  online")
  }

  @Test(arguments: [
    ("a/event", #"{"event":5,"text":"x"}"#), ("a/event", "not JSON"), ("a/status", "[1]"),
    ("a/position", #"{"latitude":1e400,"longitude":0}"#),
    ("a/position", #"{"latitude":91,"longitude":0}"#),
    ("a/position", #"{"latitude":"1","longitude":0}"#), ("a/position", ""), ("a/other", "x"),
    ("a/region/x/y", "x"), ("+x/online", "online"),
  ])
  func unreadableMessagesChangeNothing(_ topic: String, _ text: String) {
    var boards = fleet()
    let change = boards.apply(message(topic, text))
    #expect(change == nil)
  }

  @Test func hostileTextsAreCutAndEscaped() throws {
    var boards = fleet()
    let long = String(repeating: "a\u{301}", count: 100_000)
    var line = JSONLine()
    line.add("reason", "<img src=x>\u{1b}[2J\u{0}\(long)")
    line.add("problem", true)
    line.add("watched", .number(1e300))
    line.add("faults", Array(repeating: long, count: 50))
    let change = boards.apply(message("a/status", line.text))
    let json = try #require(change?.json)
    #expect(json.utf8.count < 2000)
    #expect(!json.contains("\u{1b}") && !json.contains("\u{0}") && json.contains("<img"))
    let reply = try #require(Reply(json))
    #expect(reply.texts("faults").count == 4)
    // Bytes that are not UTF-8.
    let bytes = boards.apply(ReceivedMessage("picket/a/status", [0x7B, 0xFF, 0x7D]))
    #expect(bytes == nil)
  }

  @Test func furtherBoardsAreLeftOut() {
    var boards = FleetBoards(prefix: "picket")
    for number in 0..<FleetBoards.most { _ = boards.apply(message("b\(number)/online", "online")) }
    let change = boards.apply(message("one-more/online", "online"))
    #expect(change == nil)
  }
}
