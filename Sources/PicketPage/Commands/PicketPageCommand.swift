import ArgumentParser
import Glibc
import Notation
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
    // Beyond the limit of a file's size a write then fails, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    // A phone may hang up while it is written to.
    signal(SIGPIPE, SIG_IGN)
    Log.program = "picket-page"
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      if code == .success { return print(text: fullMessage(for: error)) }
      guard code == .validationFailure else { exit(withError: error) }
      Log.write(.error, "\(message(for: error)); see picket-page --help")
      exit(withError: ExitCode(2))
    }
  }

  /// Ends with an error: a subcommand is missing.
  func run() throws {
    let names = Self.configuration.subcommands.map { $0._commandName }
    throw ValidationError("give a command: \(names.listed("or"))")
  }
}
