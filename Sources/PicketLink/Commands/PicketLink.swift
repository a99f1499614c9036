import ArgumentParser
import Base
import Commands
import Records

/// The command `picket-link`: sends events to a broker, and receives regions and orders from it.
@main
struct PicketLink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picket-link",
    abstract: "Events of this board to an MQTT broker, regions and orders from it.",
    version: isAboutRegions
      ? "" : "picket-link \(Version.picket), libmosquitto \(MosquittoHandle.libraryVersion)",
    subcommands: [
      RunLink.self, LinkStatus.self, WatchFleet.self, SignRegions.self, PublishRegions.self,
    ])

  /// Whether `--version` is that of regions.
  ///
  /// After wrong usage, the parser would take it for the question for that of the program.
  private static var isAboutRegions: Bool {
    let named = CommandLine.arguments.dropFirst().first
    return [SignRegions.configuration, PublishRegions.configuration].contains {
      $0.commandName == named
    }
  }

  /// Runs the subcommand that the arguments name; wrong usage ends with 2.
  static func main() {
    Log.program = "picket-link"
    FaultMessage.prepare()
    runProgram(runCommand)
  }

  /// Ends with an error: a subcommand is missing.
  func run() throws { throw Self.missingCommand }
}
