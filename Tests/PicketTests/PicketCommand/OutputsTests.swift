import ArgumentParser
@testable import Board
@testable import PicketCommand
import Testing

struct OutputsTests {
  @Test func invalidPatternIsWrongUsage() {
    for arguments in [["--pattern", "shrt"], ["buzzer", "--pattern", "shrt"]] {
      let error = thrown((any Error).self) { try Outputs.Test.parse(arguments) }
      #expect(error.map(Outputs.Test.exitCode(for:)) == .validationFailure)
      #expect(
        error.map(Outputs.Test.message(for:))
          == "--pattern \"shrt\": \"shrt\" is not an item; did you mean \"short\"?")
    }
  }

  @Test func allSignalsArePlayedInTurn() throws {
    let folder = try TemporaryFolder()
    let silent = Signal.defaults.keys.sorted().map { "[signal.\($0)]\n" }.joined()
    let config = try folder.write(
      "[state]\ndirectory = 'state'\n\(silent)[signal.bell]\nbuzzer = '20/20 x2'\n",
      to: "picket.toml")
    let play = try PicketCommandRun("outputs", "play", "all", "--config", config)
    #expect(play.status == 0, "\(play.log)")
    for name in Signal.defaults.keys { #expect(play.output.contains("\(name): silent\n")) }
    #expect(play.output.contains("bell: buzzer\n"))
    #expect(play.output.components(separatedBy: "buzzer active").count == 3, "\(play.output)")
  }

  @Test func unconfiguredOutputIsBadInput() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("", to: "picket.toml")
    let test = try Outputs.Test.parse(["bell", "--config", config])
    #expect(throws: ExitCode(1)) { try test.run() }
  }

  @Test func invalidConfigurationIsBadInput() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = 0\n", to: "picket.toml")
    for command in [["list"], ["test"], ["off"]] {
      var parsed = try Outputs.parseAsRoot(command + ["--config", config])
      #expect(throws: ExitCode(1)) { try parsed.run() }
    }
  }

  @Test func offIgnoresOutputsOnATerminal() throws {
    let folder = try TemporaryFolder()
    // With the default folder a picket of this machine would count as the one that runs.
    let config = try folder.write("[state]\ndirectory = 'state'\n", to: "picket.toml")
    let off = try PicketCommandRun("outputs", "off", "--config", config)
    #expect(off.status == 0)
    #expect(off.output == "nothing to switch off: the outputs are drawn on the terminal\n")
    #expect(off.log.isEmpty)
  }

  @Test func missingLineIsUnavailable() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "[state]\ndirectory = 'state'\n[output.buzzer]\nline = \"no such line anywhere\"\n",
      to: "picket.toml")
    for command in [["test"], ["off"]] {
      var parsed = try Outputs.parseAsRoot(command + ["--config", config])
      #expect(throws: ExitCode(69)) { try parsed.run() }
    }
  }
}
