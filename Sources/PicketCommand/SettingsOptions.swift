import ArgumentParser
import Base
import Commands
import Desk
import Geofence
import Picket

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

/// The options that name the configuration and the regions.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration; if not given, that of PICKET_CONFIG, or \(Configuration.defaultPath) if it exists.",
      valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The regions, instead of those that the configuration names.", valueName: "file"))
  var regions: String?

  /// Reads both files, or logs all of their problems and ends with 1.
  ///
  /// - Parameters:
  ///   - sense: The sense of regions without their own, in place of the configured one.
  ///   - isAgain: Whether the warnings were logged before.
  func settings(sense: Sense? = nil, isAgain: Bool = false) throws -> Settings {
    do throws(Problems) {
      let settings = try Settings.read(
        configurationPath: config, regionsPath: regions, sense: sense)
      if !isAgain { Log.write(settings.warnings) }
      return settings
    } catch {
      Log.write(error.list)
      throw ExitCode(1)
    }
  }

  /// Reads both files as far as possible, and returns all of their problems.
  func check() -> (settings: Settings, problems: [Problem]) {
    Settings.check(configurationPath: config, regionsPath: regions)
  }

  /// The settings that the options give instead of those recorded with a walk, if any.
  func settings(
    for walk: Walk, sense: Sense? = nil, isAgain: Bool = false
  ) throws -> WalkReplay.Settings? {
    guard config != nil || regions != nil else { return nil }
    var options = self
    options.config = config ?? walk.configurationPath
    options.regions = regions ?? walk.regionsPath
    let settings = try options.settings(sense: sense, isAgain: isAgain)
    return WalkReplay.Settings(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: settings.configuration.gpsd.device)
  }
}

extension Problems {
  /// Runs some work on recordings and their settings; a problem is logged and ends the command.
  static func orEnd<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try Problem.orEnd(work)
    } catch let problems as Problems {
      Log.writeAll(problems.list)
      throw ExitCode(1)
    } catch let file as UnusableFile {
      Log.write(.error, file.description)
      throw ExitCode(file.isMissingProgram ? 69 : 1)
    }
  }
}

extension Log {
  /// Writes all problems, however many there are; equal warnings once, with their number.
  static func writeAll(_ problems: [Problem]) {
    for problem in problems.counted { write(problem) }
  }
}

/// The option for the time zone of printed times.
struct ZoneOption: ParsableArguments {
  @Flag(help: "Print times in UTC instead of the board's time zone.")
  var utc = false

  /// Makes all later times print in UTC if the flag is given.
  func apply() {
    if utc { LocalTime.showUTC() }
  }
}
