import ArgumentParser
import Glibc
import Notation
import Records
import System

/// The command `picket-link`: events to a broker, regions and orders from it.
@main
struct PicketLink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket-link",
    abstract: "Events of this board to an MQTT broker, regions and orders from it.",
    version: "picket-link \(Version.picket), libmosquitto \(MosquittoHandle.libraryVersion)",
    subcommands: [
      RunLink.self, LinkStatus.self, WatchFleet.self, SignRegions.self, PublishRegions.self,
    ])

  /// Runs the subcommand that the arguments name; wrong usage ends with 2.
  static func main() {
    // Beyond the limit of a file's size a write then fails, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    Log.program = "picket-link"
    LastWords.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      // The output of an option such as --help.
      if code == .success { return print(text: fullMessage(for: error)) }
      guard code == .validationFailure else { exit(withError: error) }
      Log.write(.error, "\(message(for: error)); see picket-link --help")
      exit(withError: ExitCode(2))
    }
  }

  /// Ends with an error: a subcommand is missing.
  func run() throws {
    let names = Self.configuration.subcommands.map { $0._commandName }
    throw ValidationError("give a command: \(names.listed("or"))")
  }
}
