package import Geofence
package import Notation
internal import RegionFiles

/// A configuration and the regions that go with it, read and found good.
package struct Settings: Sendable {
  /// The configuration.
  package var configuration: Configuration

  /// The regions.
  package var regions: [Region]

  /// What a person must be told although it is good enough to run.
  package var warnings: [Problem]

  /// The path of the configuration; `nil` when there is none.
  package var configurationPath: String?

  /// Reads both files.
  ///
  /// - Parameters:
  ///   - configurationPath: The configuration; without it the default one, if that is there.
  ///   - regionsPath: The regions, in place of those that the configuration names.
  /// - Throws: `Problems`, all there are in both files.
  package static func read(
    configurationPath: String?, regionsPath: String?
  ) throws(Problems) -> Settings {
    let (settings, problems) = check(configurationPath: configurationPath, regionsPath: regionsPath)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw Problems(problems) }
    return settings
  }

  /// Reads as much of both files as can be, and tells all that is wrong.
  package static func check(
    configurationPath: String?, regionsPath: String?
  ) -> (settings: Settings, problems: [Problem]) {
    var (configuration, problems) = Configuration.check(named: configurationPath)
    if let regionsPath { configuration.regions.file = regionsPath }
    let (regions, more) = RegionsFile.check(
      path: configuration.regions.file, rules: configuration.regionRules)
    problems += more
    // Of a file that could not be read as a whole, nobody knows what is missing.
    if more.allSatisfy({ $0.severity == .warning }) {
      problems += configuration.classesMissing(
        in: regions, file: configurationPath ?? Configuration.defaultPath)
    }
    let settings = Settings(
      configuration: configuration, regions: regions,
      warnings: problems.filter { $0.severity == .warning },
      configurationPath: configurationPath ?? Configuration.foundDefault)
    return (settings, problems)
  }
}
