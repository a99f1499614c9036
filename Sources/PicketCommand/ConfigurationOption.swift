import ArgumentParser
import Picket

/// The option that names the configuration.
struct ConfigurationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration; \(Configuration.defaultPath) if it is there.", valueName: "file"))
  var config: String?

  /// Reads it, or ends with all that is wrong with it.
  func configuration() throws -> Configuration {
    let (configuration, problems) = Configuration.check(named: config)
    for problem in problems { Log.write(problem) }
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    return configuration
  }
}
