@testable import PicketLink
import Testing

struct FleetBoardsTests {
  private func message(_ topic: String, _ text: String) -> ReceivedMessage {
    ReceivedMessage("picket/\(topic)", Array(text.utf8))
  }

  @Test func changesAreInWords() {
    var boards = FleetBoards(prefix: "picket")
    func words(_ topic: String, _ text: String) -> String? {
      boards.apply(message(topic, text))?.words
    }
    _ = boards.apply(message("c/online", "online"))
    #expect(
      words("a/status", #"{"monitors":true,"sight":"sighted","watched":3}"#)
        == "a  sighted, 3 regions")
    #expect(words("b/status", #"{"sight":"sighted","watched":1}"#) == "b  sighted, 1 region")
    #expect(words("c/status", #"{"problem":true,"reason":"blind"}"#) == "c  blind")
    #expect(words("c/online", "offline") == "c  offline")
  }

  @Test func eachChangeIsOneLine() {
    var boards = FleetBoards(prefix: "picket")
    let value1 = boards.apply(message("a/online", "online"))
    #expect(value1?.words == "a  online")
    let value2 = boards.apply(message("a/online", "online"))
    #expect(value2 == nil)
    let value3 = boards.apply(message("a/other/online", "online"))
    #expect(value3 == nil)
  }
}
