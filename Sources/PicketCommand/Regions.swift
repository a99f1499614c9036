import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Picket
import RegionFiles

/// `picket regions`: the regions file, edited without an editor.
struct Regions: CommandGroup {
  static let configuration = CommandConfiguration(
    abstract: "List, draw, change, import and export the regions that are watched.",
    discussion: """
      A change is checked before it is written. A power cut leaves either the old or the new \
      file. A controller that runs with this file watches the changed regions at once. The last \
      version is kept next to the file, and undo brings it back.

        picket regions list
        picket regions add gate --here --radius 15
        picket regions add meadow --walk --note "Keep off until July"
        picket regions import fields.gpx --width 10
        picket regions undo
      """,
    subcommands: [
      List.self, Show.self, Add.self, Set.self, Rename.self, Remove.self, Enable.self, Disable.self,
      Undo.self, Import.self, Export.self,
    ])
}

extension SettingsOptions {
  /// The configuration, with the path of the regions that the options name.
  func configuration() throws -> Configuration {
    var (configuration, problems) = Configuration.check(named: config)
    Log.writeAll(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    if let regions { configuration.regions.file = regions }
    return configuration
  }

  /// Values in the regions that are valid but probably not meant.
  static func doubts(of regions: [Region], _ configuration: Configuration) -> [Problem] {
    RegionDoubts.problems(
      of: regions, file: configuration.regions.file,
      carrier: StateFile(directory: configuration.state.directory).lastPosition,
      now: SystemClock.now)
  }

  /// Values that are valid but probably not meant, in the files of the board and of its fleet.
  static func doubts(of settings: Settings) -> [Problem] {
    let own = settings.regions.count - (settings.fleet?.count ?? 0)
    return doubts(of: settings.regions, settings.configuration).map { doubt in
      guard case .feature(let index, let id) = doubt.place, index >= own,
        let file = settings.fleetFile
      else { return doubt }
      var doubt = doubt
      (doubt.file, doubt.place) = (file, .feature(index - own, id: id))
      return doubt
    }
  }

  /// The regions that a controller with these options watches.
  func watched(_ configuration: Configuration) -> (settings: Settings, problems: [Problem]) {
    Settings.checkRegions(of: configuration, isAlone: regions != nil)
  }

  /// The regions that the board has from its fleet; `nil` without any.
  func fleet(_ configuration: Configuration) -> FleetRegions? {
    let path = configuration.fleetFile
    guard regions == nil, FleetFile.exists(path) else { return nil }
    return FleetRegions(path: path, rules: configuration.regionRules)
  }

  /// Changes the regions file and prints messages; a refusal is logged and ends the command.
  ///
  /// - Parameter ids: The regions that are changed, which must exist.
  func change(
    _ configuration: Configuration, of ids: [String] = [], isCreating: Bool = false,
    _ change: (inout RegionsDocument) throws(Problems) -> Void,
    messages: (RegionsEdit.Outcome) -> [String] = { _ in [] }
  ) throws {
    let fleet = fleet(configuration)
    try edit(configuration, messages: messages) { edit, reload throws(RegionsEdit.Refusal) in
      try edit.make(isCreating: isCreating) { document throws(Problems) in
        guard let fleet else { return try change(&document) }
        let before = document
        for id in ids { try fleet.checkChange(of: id, in: before) }
        try change(&document)
        try fleet.checkAdditions(to: before, in: document)
      } reload: {
        reload()
      }
    }
  }

  /// Runs an edit of the regions file and prints messages; a refusal is logged and ends the command.
  ///
  /// - Parameter body: Makes the edit, and calls the closure that makes the controller reload.
  func edit(
    _ configuration: Configuration, messages: (RegionsEdit.Outcome) -> [String],
    _ body: (RegionsEdit, () -> [String]) throws(RegionsEdit.Refusal) -> RegionsEdit.Outcome
  ) throws {
    var reloaded: String?
    let outcome: RegionsEdit.Outcome
    do throws(RegionsEdit.Refusal) {
      outcome = try body(RegionsEdit(configuration.regionRules)) {
        let answer = RunningController.reload(configuration)
        reloaded = answer.line
        return answer.reasons
      }
    } catch {
      throw end(with: error)
    }
    Log.writeAll(outcome.warnings)
    if outcome.isChanged {
      Log.writeAll(
        Self.doubts(of: outcome.regions, configuration)
          + released(outcome.regions, configuration))
    }
    for line in messages(outcome) { StandardOutput.print(line) }
    if let reloaded { StandardOutput.print(reloaded) }
    if let error = outcome.unkept { Log.write(.warning, RegionsEdit.words(unkept: error)) }
    if let error = outcome.unsynced {
      Log.write(.error, RegionsEdit.words(unsynced: error))
      throw ExitCode(74)
    }
  }

  /// Outputs that no region holds, as after its region got another name: a lock would stay closed.
  private func released(_ own: [Region], _ configuration: Configuration) -> [Problem] {
    guard regions == nil, configuration.outputs.list.contains(where: \.holds) else { return [] }
    var watched = own
    if var fleet = fleet(configuration) {
      watched = fleet.joined(to: own, rules: configuration.regionRules)
      guard fleet.problems.allSatisfy({ $0.severity == .warning }) else { return [] }
    }
    return configuration.heldMissing(in: watched, file: Configuration.path(named: config))
  }

  /// Logs the reason why a change was refused, and returns the exit code.
  private func end(with refusal: RegionsEdit.Refusal) -> ExitCode {
    switch refusal {
    case .problems(let problems):
      Log.writeAll(problems)
      return ExitCode(1)
    case .refused(let reasons, let isRestored):
      for reason in reasons { Log.write(.error, reason, prefix: "") }
      Log.write(
        .error,
        isRestored
          ? "the running picket refused this; the file is unchanged"
          : "the running picket refused this; the file was saved by another program meanwhile and "
            + "stays")
      return ExitCode(1)
    case .unwritable, .outdated:
      Log.write(.error, refusal.description)
      return ExitCode(74)
    }
  }
}
