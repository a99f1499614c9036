import ArgumentParser
import Base
import Board
import Commands
import Desk
import Glibc
import Picket
import Records

/// The command `picket`, which a person or systemd starts.
@main
struct PicketCommand: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "picket",
    abstract: "A geofence controller for a Linux board with a GPS receiver.",
    version:
      "picket \(Version.picket), libgps \(ReportDecoder.version), "
      + "libgpiod \(GPIOChip.version ?? "unknown")",
    groupedSubcommands: [
      .init(
        name: "Everyday",
        subcommands: [
          Status.self, Watch.self, State.self, Why.self, Mute.self, Unmute.self, Mark.self,
          Acknowledge.self, Drop.self, AnchorCommand.self, Lift.self, Sound.self, Course.self,
        ]),
      .init(
        name: "Region and walk",
        subcommands: [
          Regions.self, Walks.self, Replay.self, Tune.self, Report.self, Laps.self, Events.self,
        ]),
      .init(
        name: "Controller and program",
        subcommands: [Run.self, Follow.self, While.self]),
      .init(
        name: "Board",
        subcommands: [Check.self, Doctor.self, Outputs.self, Board.self]),
    ])

  /// Runs the subcommand that the arguments name; wrong usage ends with 2.
  static func main() {
    FaultMessage.prepare()
    runProgram {
      if let mistake = CommandName.mistake(in: Array(CommandLine.arguments.dropFirst())) {
        Log.write(.error, mistake)
        throw ExitCode(2)
      }
      do {
        var command = try runAlone() ?? parseGiven()
        try command.run()
      } catch let missing as MissingCommand {
        missing.report()
        throw ExitCode(2)
      }
    }
  }

  /// `picket run`, if the arguments name it and are valid.
  ///
  /// Parsing with all the other commands would take most of the time of a start, and its memory
  /// would stay in use for as long as the controller runs.
  private static func runAlone() -> (any ParsableCommand)? {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "run" else { return nil }
    return try? Run.parse(Array(arguments.dropFirst()))
  }
}
