import Testing

@testable import PicketCommand

struct BoardCommandTests {
  @Test func aListIsOfAllBoards() throws {
    #expect(try Board.parse(["--list"]).list)
    #expect(try Board.parse(["raspberry-pi-4"]).name == "raspberry-pi-4")
    #expect(throws: (any Error).self) { try Board.parse(["--list", "raspberry-pi-4"]) }
  }
}
