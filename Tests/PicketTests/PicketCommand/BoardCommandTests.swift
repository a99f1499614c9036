@testable import PicketCommand
import Records
import Testing

import struct Records.Reply

struct BoardCommandTests {
  @Test func listShowsAllBoards() throws {
    #expect(try Board.parse(["--list"]).list)
    #expect(try Board.parse(["raspberry-pi-4"]).name == "raspberry-pi-4")
    #expect(throws: (any Error).self) {
      try Board.parse(["--list", "raspberry-pi-4"])
    }
  }

  @Test func jsonHasTheWiring() throws {
    let run = try PicketCommandRun("board", "raspberry-pi-5", "--json")
    let board = try #require(Reply(run.output))
    #expect(board.text("board") == "raspberry-pi-5" && board.text("receiver") == "/dev/ttyAMA0")
    #expect(board.objects("wiring").contains { $0.text("part")?.hasPrefix("R2 ") == true })
    let list = try PicketCommandRun("board", "--list", "--json").output.split(separator: "\n")
    #expect(list.count == 7 && list.allSatisfy { Reply(String($0))?.text("title") != nil })
  }
}
