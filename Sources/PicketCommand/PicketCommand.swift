import ArgumentParser
import Picket

/// The command `picket`: what a person or systemd starts.
@main
struct PicketCommand: ParsableCommand {
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
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      guard code == .validationFailure else { exit(withError: error) }
      Log.write(.error, "\(message(for: error)); see picket --help")
      exit(withError: ExitCode(2))
    }
  }
}
