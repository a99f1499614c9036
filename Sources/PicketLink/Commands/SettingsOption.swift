import ArgumentParser
import Notation
import System

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
}
