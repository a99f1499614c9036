import ArgumentParser
import Notation
import Picket
import System

/// The options that name the files a person writes.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration; \(Configuration.defaultPath) if it is there.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The regions, in place of those that the configuration names.", valueName: "file"))
  var regions: String?

  /// Reads both files, or ends with all that is wrong with them.
  func settings() throws -> Settings {
    do throws(Problems) {
      let settings = try Settings.read(configurationPath: config, regionsPath: regions)
      Log.write(settings.warnings)
      return settings
    } catch {
      Log.write(error.list)
      throw ExitCode(1)
    }
  }

  /// Reads as much of both files as can be, and all that is wrong with them.
  func check() -> (settings: Settings, problems: [Problem]) {
    Settings.check(configurationPath: config, regionsPath: regions)
  }

  /// Tells problems in the words and the form that all subcommands share.
  func tell(_ problems: [Problem]) {
    for problem in problems { Log.write(problem) }
  }
}
