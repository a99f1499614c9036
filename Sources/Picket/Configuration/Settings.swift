package import Base
internal import Board
package import Geofence
package import RegionFiles

/// A configuration and its regions, without errors.
package struct Settings: Sendable {
  /// The regions that come from a fleet.
  package struct Fleet: Hashable, Sendable {
    /// The version of the fleet's update.
    package let version: FleetVersion

    /// The number of these regions, which are the last ones of all regions.
    package let count: Int
  }

  /// The configuration.
  package var configuration: Configuration

  /// The regions: the board's own, and then those of the fleet.
  package var regions: [Region]

  /// The problems that do not keep Picket from running.
  package var warnings: [Problem]

  /// The path of the configuration; `nil` when there is none.
  package var configurationPath: String?

  /// The part of the regions that comes from a fleet; `nil` without one.
  package var fleet: Fleet?

  /// The path for the regions of a fleet; `nil` where only one file is to be watched.
  package var fleetFile: String?

  /// Whether Picket may replace the file of its regions, as when a phone draws one.
  package var areRegionsWritable = false

  /// Reads all files.
  ///
  /// - Parameters:
  ///   - configurationPath: The configuration; `nil` for the default one, if that file exists.
  ///   - regionsPath: The regions; `nil` for those that the configuration names.
  ///   - sense: The sense of regions without their own, in place of the configured one.
  ///   - source: What is read in place of files.
  /// - Throws: `Problems`: all problems of all files.
  package static func read(
    configurationPath: String?, regionsPath: String?, sense: Sense? = nil,
    from source: RegionsSource = .usual
  ) throws(Problems) -> Settings {
    let (settings, problems) = check(
      configurationPath: configurationPath, regionsPath: regionsPath, sense: sense, from: source)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw Problems(problems) }
    return settings
  }

  /// Reads all files for a start, which errors in the fleet's regions do not prevent.
  ///
  /// - Returns: The settings, and the problems because of which the regions of the fleet are left
  ///   out: a board that no person can reach must continue with its own regions.
  /// - Throws: `Problems`: all problems of all files.
  package static func readToStart(
    configurationPath: String?, regionsPath: String?
  ) throws(Problems) -> (settings: Settings, leftOut: [Problem]) {
    let all: Problems
    do throws(Problems) {
      return (try read(configurationPath: configurationPath, regionsPath: regionsPath), [])
    } catch {
      all = error
    }
    do throws(Problems) {
      let settings = try read(
        configurationPath: configurationPath, regionsPath: regionsPath, from: .withoutFleet)
      return (settings, all.list.filter { $0.file == settings.fleetFile })
    } catch {
      throw all
    }
  }

  /// Reads all files and finds all their problems.
  package static func check(
    configurationPath: String?, regionsPath: String?, sense: Sense? = nil,
    from source: RegionsSource = .usual
  ) -> (settings: Settings, problems: [Problem]) {
    var (configuration, problems) = Configuration.check(named: configurationPath)
    if let regionsPath {
      (configuration.regions.file, configuration.regions.isFileCertain) = (regionsPath, true)
    }
    if let sense { configuration.regions.sense = sense }
    var (settings, more) = checkRegions(
      of: configuration, from: source, isAlone: regionsPath != nil)
    let regions = settings.regions
    problems += more
    let path = Configuration.path(named: configurationPath)
    // In a file with errors, the region of a class may be the one that could not be read.
    if more.allSatisfy({ $0.severity == .warning }) {
      problems += configuration.heldMissing(in: regions, file: path)
      problems += configuration.anchorTaken(by: regions, file: path)
      problems += configuration.cuesMissing(in: regions, file: path)
    }
    settings.warnings = problems.filter { $0.severity == .warning }
    settings.configurationPath = configurationPath ?? Configuration.foundDefault
    return (settings, problems)
  }

  /// Reads the regions of a configuration and finds all their problems.
  ///
  /// - Parameter isAlone: Whether only one file of regions is to be used.
  package static func checkRegions(
    of configuration: Configuration, from source: RegionsSource = .usual, isAlone: Bool
  ) -> (settings: Settings, problems: [Problem]) {
    let rules = configuration.regionRules
    var (regions, problems): ([Region], [Problem]) = ([], [])
    let path = configuration.regions.file
    if let text = source.edited(path) {
      (regions, problems) = RegionsFile.check(text, file: path, rules: rules)
    } else if configuration.regions.isFileCertain || !Configuration.isMissing(path) {
      // If the configuration cannot be read, it may name another file: then a missing one is no
      // mistake.
      (regions, problems) = RegionsFile.check(path: path, rules: rules)
    }
    let file = source.fleetPath(configuration, isAlone: isAlone)
    var part: Fleet?
    if var fleet = source.fleet(at: file, rules: rules) {
      regions = fleet.joined(to: regions, rules: rules)
      problems += fleet.problems
      part = fleet.version.map { Fleet(version: $0, count: fleet.regions.count) }
    }
    var settings = Settings(
      configuration: configuration, regions: regions, warnings: [], fleet: part, fleetFile: file)
    settings.areRegionsWritable = FileReplacement.isPossible(path)
    return (settings, problems)
  }

  /// The origin of a region; `nil` where all regions come from one file.
  package func origin(of index: Int) -> RegionDescription.Origin? {
    fleet.map { index < regions.count - $0.count ? .board : .fleet($0.version) }
  }
}

extension Configuration {
  /// Warns of regions whose approach cue no output plays.
  fileprivate func cuesMissing(in regions: [Region], file: String) -> [Problem] {
    guard outputs.cue.patterns.isEmpty, let region = regions.first(where: { $0.approach != nil })
    else { return [] }
    let example = outputs.list.first?.name ?? "buzzer"
    return [
      Problem(
        file: file,
        wrong: "region \(region.id.quoted) has an approach cue, but no output plays it",
        remedy:
          "name one in [approach], such as \(example) = [\"60/940\", \"60/440\", \"60/190\", \"60/65\"]",
        severity: .warning)
    ]
  }
}

/// What is read for the regions: their files, or texts that will take the place of one.
package enum RegionsSource: Sendable {
  /// The files: of the board, and of its fleet in the folder of the state, unless only one file of
  /// regions is to be used.
  case usual
  /// The file of the board alone, even if the folder of the state has regions of a fleet.
  case withoutFleet
  /// The files, of which this one has the fleet's regions; `nil` where only one is to be used.
  case files(fleet: String?)
  /// This update of the fleet's regions, which will become the file at the path.
  case update(FleetUpdate.Text, path: String)
  /// This text, which will become the file of the board's regions at the path, and the fleet's file.
  case edit(String, path: String, fleet: String?)

  /// The text that will become the file at a path; `nil` where the file itself is to be read.
  func edited(_ file: String) -> String? {
    guard case .edit(let text, let path, _) = self, Path.resolved(path) == Path.resolved(file)
    else { return nil }
    return text
  }

  /// The path for the regions of the fleet; `nil` where only one file of regions is to be used.
  func fleetPath(_ configuration: Configuration, isAlone: Bool) -> String? {
    switch self {
    case .usual, .withoutFleet: isAlone ? nil : configuration.fleetFile
    case .files(let path), .edit(_, _, let path): path
    case .update(_, let path): path
    }
  }

  /// The regions of the fleet; `nil` if there are none.
  func fleet(at path: String?, rules: RegionRules) -> FleetRegions? {
    switch self {
    case .withoutFleet: return nil
    case .update(let text, _): return FleetRegions(text.stamped, file: text.file, rules: rules)
    case .usual, .files, .edit:
      guard let path, FleetFile.exists(path) else { return nil }
      return FleetRegions(path: path, rules: rules)
    }
  }
}

extension Configuration {
  /// The path of the regions of a fleet.
  package var fleetFile: String { FleetFile.path(in: state.directory) }
}
