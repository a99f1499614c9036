import ArgumentParser
import Base
import Commands
import Glibc
import Picket
import Records

/// `picket while`: a program that runs while the carrier is inside.
struct While: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a program while inside any of some regions.",
    discussion: """
      The program starts when the carrier is known to be inside one of the regions, with that region \
      in PICKET_REGION, and gets SIGTERM when the carrier has left all of them, and SIGKILL 10 s \
      after that if it still runs. It goes on while picket restarts. If it fails while the carrier is \
      inside, it is started again after 1 s, 2 s, and so on up to 5 minutes; if it ends with \
      status 0, with the next entry. SIGTERM and SIGINT end it, and then this command with 0.

        picket while --inside field -- ./log-soil /dev/ttyUSB0
        picket while --inside north south --unsure stop -- sh -c 'exec rec walk.wav'
      """)

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The identifiers of the regions.", valueName: "region"),
    completion: .regions)
  var inside: [String] = []

  @Option(
    help: ArgumentHelp(
      "While the side is unsure, unknown or blind, or picket does not answer: stop the program, or go "
        + "on and also start it. Without this it goes on, but is not started.", valueName: "stop|go"
    ),
    transform: ChoiceArgument.read)
  var unsure: StayRule.Doubt?

  @Option(
    help: ArgumentHelp(
      "The time for which that must last before it counts, such as 5s or 1m.", valueName: "time"),
    transform: TimeArgument.read)
  var unsureAfter = TimeArgument(seconds: 5)

  @OptionGroup var file: ConfigurationOption

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"))
  var command: [String] = []

  func validate() throws {
    guard !inside.isEmpty else {
      throw ValidationError("give the regions, such as: --inside field")
    }
    guard !command.isEmpty else {
      throw ValidationError("give a program after --, such as: -- ./log-soil")
    }
  }

  func run() throws {
    let program = try Program.ofCommand(command)
    let path = try file.configuration().socketPath
    let signals = try SignalInbox.ofCommand(StayProgram.signals)
    let runner = StayProgram(
      program, inside: inside,
      rule: StayRule(doubt: unsure, patience: .seconds(unsureAfter.seconds)),
      path: path, signals: signals)
    do throws(StayProgram.Failure) {
      try runner.run()
    } catch {
      Log.write(.error, error.words)
      throw ExitCode(1)
    }
  }
}
