import ArgumentParser
import Geofence
import Notation
import Outputs
import Picket
import RegionFiles
import System

/// `picket regions`: the regions file, edited without an editor.
struct Regions: CommandGroup {
  static let configuration = CommandConfiguration(
    abstract: "List, draw, change, import and export the regions that are watched.",
    discussion: """
      What is changed is checked first, written so that a power cut leaves the old or the new \
      file, and watched at once if a controller runs on that file.

        picket regions list
        picket regions add gate --here --radius 15
        picket regions add meadow --walk --note "Keep off until July"
        picket regions import fields.gpx --width 10
      """,
    subcommands: [
      List.self, Show.self, Add.self, Set.self, Rename.self, Remove.self, Enable.self, Disable.self,
      Import.self,
      Export.self,
    ])
}

extension SettingsOptions {
  /// The configuration, with the path of the regions that the options name.
  func configuration() throws -> Configuration {
    var (configuration, problems) = Configuration.check(named: config)
    tell(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    if let regions { configuration.regions.file = regions }
    return configuration
  }

  /// What is right by its form in the regions, and hardly what was meant.
  func doubts(of regions: [Region], _ configuration: Configuration) -> [Problem] {
    RegionDoubts.problems(
      of: regions, file: configuration.regions.file,
      carrier: StateFile(directory: configuration.state.directory).lastPosition)
  }

  /// Changes the regions file and says what came of it, or ends with why nothing was changed.
  func change(
    _ configuration: Configuration, isCreating: Bool = false,
    _ change: (inout RegionsDocument) throws(Problems) -> Void,
    said: (RegionsEdit.Outcome) -> [String] = { _ in [] }
  ) throws {
    var watcher: String?
    do throws(RegionsEdit.Refusal) {
      let outcome = try RegionsEdit(configuration.regionRules).make(isCreating: isCreating, change)
      {
        let answer = Watcher.reload(configuration)
        watcher = answer.line
        return answer.reasons
      }
      tell(outcome.warnings)
      if outcome.isChanged {
        tell(doubts(of: outcome.regions, configuration))
      }
      for line in said(outcome) { print(line) }
      if let watcher { print(watcher) }
    } catch {
      switch error {
      case .problems(let problems):
        tell(problems)
        throw ExitCode(1)
      case .refused(let reasons):
        for reason in reasons { Log.write(.error, reason, prefix: "") }
        Log.write(.error, "the picket that runs refused this; the file is as it was before")
        throw ExitCode(1)
      case .unwritable:
        Log.write(.error, error.description)
        throw ExitCode(74)
      }
    }
  }
}
