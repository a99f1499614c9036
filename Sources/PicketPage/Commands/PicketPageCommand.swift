import ArgumentParser
import Base
import Commands
import Glibc
import Records

/// The command `picket-page`: the board's own page for a phone.
@main
struct PicketPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket-page",
    abstract: "The page of a board that runs picket, for a phone.",
    version: "picket-page \(Version.picket)",
    subcommands: [
      Run.self, Pair.self, Devices.self, Revoke.self, MakeMap.self, Announce.self, Convert.self,
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

/// `picket-page map`, which went: it stays known, so that its users read what to do.
struct MakeMap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Went; board/map makes maps.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var words: [String] = []

  func run() throws {
    throw ValidationError(
      "picket-page has no map any more: run board/map in Picket's sources, with the same options")
  }
}
