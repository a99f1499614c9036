import ArgumentParser
import Picket

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

  /// Reads both files, prints what is worth a warning, and ends with what is wrong.
  func settings() throws -> Settings {
    do throws(Problems) {
      let settings = try Settings.read(configurationPath: config, regionsPath: regions)
      for warning in settings.warnings { Log.write(.warning, warning.description) }
      return settings
    } catch {
      for problem in error.list { Log.write(.error, problem.description) }
      throw ExitCode(1)
    }
  }
}
