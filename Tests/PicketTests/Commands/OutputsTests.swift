import ArgumentParser
import Picket
import Testing

@testable import PicketCommand

struct OutputsTests {
  @Test func aPatternThatIsNoneIsWrongUsage() {
    #expect(throws: (any Error).self) { try Outputs.Test.parse(["--pattern", "shrt"]) }
    do {
      _ = try Outputs.Test.parse(["buzzer", "--pattern", "shrt"])
    } catch {
      #expect(Outputs.Test.exitCode(for: error) == .validationFailure)
      #expect(
        Outputs.Test.message(for: error)
          == "--pattern \"shrt\": \"shrt\" is no item; did you mean \"short\"?")
    }
  }

  @Test func anOutputThatTheConfigurationDoesNotHaveIsBadInput() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("", to: "picket.toml")
    let test = try Outputs.Test.parse(["bell", "--config", config])
    #expect(throws: ExitCode(1)) { try test.run() }
  }

  @Test func aConfigurationWithMistakesIsBadInput() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = 0\n", to: "picket.toml")
    for command in [["list"], ["test"], ["off"]] {
      var parsed = try Outputs.parseAsRoot(command + ["--config", config])
      #expect(throws: ExitCode(1)) { try parsed.run() }
    }
  }

  @Test func offHasNothingToDoForOutputsOnATerminal() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("", to: "picket.toml")
    try Outputs.Off.parse(["--config", config]).run()
  }

  @Test func aLineThatIsNotThereIsUnavailable() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "[output.buzzer]\nline = \"no such line anywhere\"\n", to: "picket.toml")
    for command in [["test"], ["off"]] {
      var parsed = try Outputs.parseAsRoot(command + ["--config", config])
      #expect(throws: ExitCode(69)) { try parsed.run() }
    }
  }
}
