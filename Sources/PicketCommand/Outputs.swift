import ArgumentParser
import Glibc
import Picket

/// `picket outputs`: the buzzer and the LED without a walk.
struct Outputs: ParsableCommand {
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

  /// The file that says what the outputs are.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The configuration; \(Configuration.defaultPath) if it is there.", valueName: "file"))
    var config: String?

    /// Reads the configuration, or ends with all that is wrong with it.
    func configuration() throws -> Configuration {
      let standard = Configuration.defaultPath
      guard let path = config ?? (access(standard, F_OK) == 0 ? standard : nil) else {
        return Configuration()
      }
      let (configuration, problems) = Configuration.check(path: path)
      for problem in problems { Log.write(problem) }
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
      return configuration
    }
  }
}
