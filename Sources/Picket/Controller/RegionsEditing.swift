import Glibc
internal import Notation
internal import Records
internal import RegionFiles
internal import System

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
    /// The file was written, and all files were read again; the answer lacks their effects.
    case written(Settings, ChangeAnswer)
  }

  /// The path of the file, with links resolved.
  var file: String { Path.resolved(rules.settings.file) }

  /// Writes the file, and reads all files again; the old file is restored if they have errors then.
  ///
  /// - Parameters:
  ///   - lock: The lock of the file.
  ///   - read: Reads all files.
  func carryOut(_ lock: FileLock?, _ read: () -> Result<Settings, Problems>) -> EditResult {
    let fleet = fleetRegions
    var settings: Settings?
    do throws(RegionsEdit.Refusal) {
      let outcome = try edit.make(basedOn: change.base, lock: lock) { document throws(Problems) in
        try change.apply(to: &document, fleet: fleet)
      } reload: {
        switch read() {
        case .success(let read):
          settings = read
          return Path.resolved(read.configuration.regions.file) == file
            ? [] : ["the configuration names another file by now; reload picket, and load again"]
        case .failure(let problems): return problems.list.map(\.description)
        }
      }
      let answer = answer(outcome)
      return settings.map { .written($0, answer) } ?? .answered(answer.json)
    } catch {
      return .answered(line(error))
    }
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
    answer.warnings = Listed(
      (outcome.warnings + doubts).map(\.description) + words.compactMap { $0 },
      within: .problems)
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
      answer.problems = Listed(problems.map(Self.answer), within: .problems)
    case .refused(let reasons, let isRestored):
      let also = isRestored ? [] : ["the file was saved by another program meanwhile and stays"]
      answer.refused = Listed(reasons + also, within: .problems)
    case .unwritable(let error):
      answer.isBusy = error.code == EWOULDBLOCK
      answer.refused = Listed([words(error)])
    }
    return answer.json
  }

  private static func answer(_ problem: Problem) -> ProblemAnswer {
    var answer = ProblemAnswer(problem)
    answer.field = problem.field
    return answer
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
