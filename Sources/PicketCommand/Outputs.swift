import ArgumentParser
import Picket
import Records

/// `picket outputs`: the buzzer and the LED without a walk.
struct Outputs: CommandGroup {
  static let configuration = CommandConfiguration(
    abstract: "List, try and switch off the lines of the buzzer and the LED.",
    discussion: """
      The exit code is 69 when a line is unavailable: it does not exist, another program holds \
      it, or this user may not open its chip.

        picket outputs list
        picket outputs test buzzer --pattern "short short long"
        picket outputs play enter
        picket outputs off
      """,
    subcommands: [List.self, Test.self, Play.self, Off.self, GivenUp.self])

  /// The connection to the controller that runs with a configuration; `nil` if none runs.
  static func controller(of configuration: Configuration) -> ControlConnection? {
    try? ControlConnection(path: configuration.socketPath)
  }
}
