import ArgumentParser
import Notation
import Picket
import System

extension Problem {
  /// Runs some work; a problem is logged and ends the command with 1.
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
      "The configuration; if not given, \(Configuration.defaultPath) if it exists.",
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
