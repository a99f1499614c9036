internal import Base
import Glibc
internal import Records
internal import RegionFiles

/// A change of the regions by a client, on the way to their file.
package struct RegionsEditing: Hashable, Sendable {
  /// The change.
  let change: RegionChange

  /// The rules of the watched regions, with the path of their file.
  let rules: RegionRules

  /// The path of the regions of the fleet; `nil` where only one file is watched.
  let fleet: String?

  /// The most bytes of a file that is edited here: an edit uses many times as much memory.
  ///
  /// The commands edit in processes of their own.
  static let mostBytes = 4 << 20

  /// The outcome of a change.
  enum EditResult {
    /// Nothing was changed; this is the answer.
    case answered(JSONLine)
    /// The file was written; the answer lacks the effects of the new settings.
    case written(Settings, ChangeAnswer)
  }

  /// The path of the file, with links resolved.
  var file: String { Path.resolved(rules.settings.file) }

  /// Reads the new text with all other files, and writes it if that finds no errors.
  ///
  /// - Parameters:
  ///   - lock: The lock of the file.
  ///   - read: Reads all files.
  func carryOut(_ lock: FileLock?, _ read: Reloader.Reading) -> EditResult {
    let fleet = fleetRegions
    var settings: Settings?
    do throws(RegionsEdit.Refusal) {
      let outcome = try edit.make(basedOn: change.base, lock: lock) { document throws(Problems) in
        try change.apply(to: &document, fleet: fleet)
      } checking: { text throws(RegionsEdit.Refusal) in
        let read = try check(text, read)
        settings = read
        return (read.regions, read.warnings.filter(isOwn))
      }
      let answer = answer(outcome)
      guard outcome.isChanged, let settings else { return .answered(answer.json) }
      return .written(settings, answer)
    } catch {
      return .answered(line(error))
    }
  }

  /// The settings with a new text of the regions.
  private func check(
    _ text: String, _ read: Reloader.Reading
  ) throws(RegionsEdit.Refusal) -> Settings {
    switch read(.edit(text, path: rules.settings.file, fleet: fleet)) {
    case .success(let settings):
      guard Path.resolved(settings.configuration.regions.file) == file else {
        throw .refused(
          ["the configuration names another file by now; reload picket, and load again"],
          isRestored: true)
      }
      return settings
    case .failure(let problems):
      let own = problems.list.filter(isOwn)
      guard own.allSatisfy({ $0.severity == .warning }) else { throw .problems(own) }
      throw .refused(problems.list.map(\.description), isRestored: true)
    }
  }

  private func isOwn(_ problem: Problem) -> Bool {
    problem.file == rules.settings.file || Path.resolved(problem.file) == file
  }

  /// Waits for the lock of the file, which a command may hold during its own reload.
  func lock() throws(SystemError) -> FileLock { try edit.lock(within: ReloadLocks.patience) }

  private var edit: RegionsEdit { RegionsEdit(rules, limit: Self.mostBytes) }

  private var fleetRegions: FleetRegions? {
    guard let fleet, FleetFile.exists(fleet) else { return nil }
    return FleetRegions(path: fleet, rules: rules)
  }

  // MARK: Answers

  private func answer(_ outcome: RegionsEdit.Outcome) -> ChangeAnswer {
    var answer = ChangeAnswer()
    answer.isApplied = true
    (answer.file, answer.sha256) = (file, outcome.sha256)
    let changed = Set(change.identifiers)
    let drawn = outcome.regions.filter { changed.contains($0.id) }
    let doubts = drawn.isEmpty ? [] : RegionDoubts.problems(of: drawn, file: file)
    let words = [
      outcome.unsynced.map(RegionsEdit.words(unsynced:)),
      outcome.unkept.map(RegionsEdit.words(unkept:)),
    ]
    let problems = outcome.warnings + doubts
    answer.warnings = Listed(
      problems.map(\.description) + words.compactMap { $0 }, within: .problems)
    answer.problems = Listed(problems.map(ProblemAnswer.init), within: .problems)
    return answer
  }

  func line(_ refusal: RegionsEdit.Refusal) -> JSONLine {
    var answer = ChangeAnswer()
    answer.isApplied = false
    switch refusal {
    case .outdated(let sha256):
      (answer.isOutdated, answer.sha256) = (true, sha256)
      answer.refused = Listed([refusal.description])
    case .problems(let problems):
      answer.refused = Listed(problems.map(\.description), within: .problems)
      answer.problems = Listed(problems.map(ProblemAnswer.init), within: .problems)
    case .refused(let reasons, _):
      answer.refused = Listed(reasons, within: .problems)
    case .unwritable(let error):
      answer.isBusy = error.code == EWOULDBLOCK
      answer.refused = Listed([words(error)])
    }
    return answer.json
  }

  /// The reason for which the file cannot be written, and the remedy.
  func words(_ error: SystemError) -> String {
    guard [EACCES, EPERM, EROFS].contains(error.code) else {
      return RegionsEdit.Refusal.unwritable(error).description
    }
    let place = "/var/lib/picket/regions.geojson"
    return "\(file): picket may not write here, nothing was changed; give it a place of its own: "
      + "sudo install -o picket -g picket -m 640 \(file) \(place), then file = \"\(place)\" under "
      + "[regions] in picket.toml and sudo systemctl reload picket"
  }
}
