import ArgumentParser
import Desk
import Glibc
import Notation
import Outputs
import Picket
import Receiver
import System

/// The command `picket`: what a person or systemd starts.
@main
struct PicketCommand: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "picket",
    abstract: "A geofence controller for a Linux board with a GPS receiver.",
    version: Version.text,
    subcommands: [
      Run.self, Replay.self, Check.self, Outputs.self, Board.self, Events.self,
      Status.self, Watch.self, State.self, Why.self, Mute.self, Unmute.self, Mark.self,
      Walks.self, Tune.self, Report.self,
      Regions.self,
    ])

  /// Runs the subcommand that the arguments name; wrong usage ends with 2.
  static func main() {
    // A file that reaches the limit of its size is a write that fails.
    signal(SIGXFSZ, SIG_IGN)
    LastWords.prepare()
    do {
      if let mistake = CommandName.mistake(in: Array(CommandLine.arguments.dropFirst())) {
        Log.write(.error, mistake)
        exit(withError: ExitCode(2))
      }
      var command = try runAlone() ?? parseAsRoot()
      try command.run()
    } catch let missing as MissingCommand {
      missing.tell()
      exit(withError: ExitCode(2))
    } catch {
      let code = exitCode(for: error)
      // What was asked for, such as help.
      if code == .success { return print(text: fullMessage(for: error)) }
      guard code == .validationFailure else { exit(withError: error) }
      Log.write(.error, "\(message(for: error)); see picket --help")
      exit(withError: ExitCode(2))
    }
  }

  /// `picket run`, if that is what is wanted and all of it is right.
  ///
  /// What it takes to know all the other commands is most of the work until it is ready,
  /// and would stay in memory for as long as it runs.
  private static func runAlone() -> (any ParsableCommand)? {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "run" else { return nil }
    return try? Run.parse(Array(arguments.dropFirst()))
  }
}
