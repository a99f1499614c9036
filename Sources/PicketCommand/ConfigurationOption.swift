import ArgumentParser
import Notation
import Picket
import System

extension Problem {
  /// Does something, or ends with 1 and what is wrong.
  static func orEnd<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let problem as Problem {
      Log.write(problem)
      throw ExitCode(1)
    }
  }
}

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
