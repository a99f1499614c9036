import ArgumentParser
import Base

/// The option that names the settings.
struct SettingsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The settings; if not given, \(LinkSettings.defaultPath).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  /// Reads the settings, or logs all of their problems and ends with 1.
  func settings() throws -> LinkSettings {
    let (settings, problems) = LinkSettings.check(path: config ?? LinkSettings.defaultPath)
    Log.write(problems)
    guard let settings else { throw ExitCode(1) }
    return settings
  }

  /// Reads the settings of a program that needs a broker, and its broker; ends with 1 without one.
  func settingsWithBroker() throws -> (settings: LinkSettings, broker: BrokerSettings) {
    let settings = try settings()
    guard let broker = settings.broker else {
      Log.write(
        .error, "there is no [broker] in \(config ?? LinkSettings.defaultPath); give its host")
      throw ExitCode(1)
    }
    return (settings, broker)
  }
}
