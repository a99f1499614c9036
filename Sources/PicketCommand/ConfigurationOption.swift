import ArgumentParser
import Notation
import Picket
import System

/// The option that names the configuration.
struct ConfigurationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration; if not given, that of PICKET_CONFIG, or \(Configuration.defaultPath) if it exists.",
      valueName: "file"))
  var config: String?

  /// Reads the configuration, or logs all of its problems and ends with 1.
  func configuration() throws -> Configuration {
    let (configuration, problems) = Configuration.check(named: config)
    Log.writeAll(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    return configuration
  }
}
