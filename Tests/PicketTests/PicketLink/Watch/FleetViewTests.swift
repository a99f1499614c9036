@testable import PicketLink
import Testing

struct FleetViewTests {
  private func message(_ topic: String, _ text: String) -> ReceivedMessage {
    ReceivedMessage("picket/\(topic)", Array(text.utf8))
  }

  @Test func boardsThatNeedAttentionAreFirst() {
    var view = FleetView(prefix: "picket")
    for board in ["a", "b", "c"] { _ = view.apply(message("\(board)/online", "online")) }
    _ = view.apply(message("a/status", #"{"monitors":true,"sight":"sighted","watched":3}"#))
    _ = view.apply(message("b/online", "offline"))
    _ = view.apply(message("c/status", #"{"problem":true,"reason":"blind"}"#))
    #expect(
      view.lines(width: 60, height: 20)
        == [
          "! c  blind", "○ b  offline", "● a  sighted, 3 regions",
        ].map { $0.padding(to: $0.count) })
  }

  @Test func regionsAndBoardsAreCounted() {
    var view = FleetView(prefix: "picket")
    for board in ["a", "b"] {
      _ = view.apply(message("\(board)/online", "online"))
      _ = view.apply(message("\(board)/status", #"{"sight":"sighted","watched":1}"#))
    }
    #expect(view.lines(width: 60, height: 2) == ["● a  sighted, 1 region", "and 1 more board"])
  }

  @Test func eachChangeIsOneLine() {
    var view = FleetView(prefix: "picket")
    let value1 = view.apply(message("a/online", "online"))
    #expect(value1?.words == "a  online")
    let value2 = view.apply(message("a/online", "online"))
    #expect(value2 == nil)
    let value3 = view.apply(message("a/other/online", "online"))
    #expect(value3 == nil)
  }

  @Test func linesFitTheTerminal() {
    var view = FleetView(prefix: "picket")
    for board in 0..<30 { _ = view.apply(message("board-\(board)/online", "online")) }
    let lines = view.lines(width: 9, height: 10)
    #expect(lines.count == 10)
    #expect(lines.dropLast().allSatisfy { $0.count <= 9 })
    #expect(lines.last == "and 21 more boards")
  }
}

extension String {
  /// The text, with spaces behind it up to a length.
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
