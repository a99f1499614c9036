import ArgumentParser
import Base
import Commands

/// The option that names the settings of the page.
struct PageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The settings; if not given, \(PageConfiguration.defaultPath) if it exists.",
      valueName: "file"),
    completion: .file())
  var config: String?

  /// Reads the settings, or logs all of their problems and ends with 1.
  func configuration() throws -> PageConfiguration {
    let (configuration, problems) = PageConfiguration.check(named: config)
    Log.write(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    return configuration
  }

  /// Does some work on the file of the devices.
  ///
  /// The command ends with 1 if the file is damaged, and with 74 if it cannot be written.
  static func orEnd<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try Problem.orEnd(work)
    } catch let error as SystemError {
      Log.write(
        .error,
        "\(error); start the page once (systemctl start picket-page), and be root or its user")
      throw ExitCode(74)
    }
  }
}
