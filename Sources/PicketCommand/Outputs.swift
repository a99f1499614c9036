import ArgumentParser
import Picket

/// `picket outputs`: the buzzer and the LED without a walk.
struct Outputs: CommandGroup {
  static let configuration = CommandConfiguration(
    abstract: "List, try and switch off the lines that the buzzer and the LED are on.",
    discussion: """
      The exit code is 69 when a line cannot be had, be it that it is not there, that somebody \
      else holds it, or that this user may not open its chip.

        picket outputs list
        picket outputs test buzzer --pattern "short short long"
        picket outputs off
      """,
    subcommands: [List.self, Test.self, Off.self])

  /// The controller that runs with a configuration, if there is one that can be talked to.
  static func controller(of configuration: Configuration) -> ControlConnection? {
    try? ControlConnection(path: configuration.socketPath)
  }
}
