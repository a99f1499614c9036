import ArgumentParser
import Commands
import Glibc
import Records
import System

/// The command `picket-page`: the board's own page for a phone.
@main
struct PicketPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket-page",
    abstract: "The page of a board that runs picket, for a phone.",
    version: "picket-page \(Version.picket)",
    subcommands: [
      Run.self, Pair.self, Devices.self, Revoke.self, MakeMap.self, Announce.self,
    ])

  /// Runs the subcommand that the arguments name; wrong usage ends with 2.
  static func main() {
    // A phone may close its connection during a write.
    signal(SIGPIPE, SIG_IGN)
    Log.program = "picket-page"
    runProgram(runCommand)
  }

  /// Ends with an error: a subcommand is missing.
  func run() throws { throw Self.missingCommand }
}
