@testable import System
import Testing

struct ProgramTests {
  @Test(arguments: ["./none", "/etc", "/etc/passwd", "picket-no-such-program"])
  func whatIsNoProgramIsOneClearLine(name: String) {
    let error = #expect(throws: UnusableFile.self) { try Program([name]) }
    #expect(error?.description.hasPrefix("\(name): ") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test func aNameIsLookedForInPath() throws {
    #expect(try Program(["sh", "-c", "true"]).words == ["sh", "-c", "true"])
  }
}
