import Glibc
internal import Notation
package import System

/// Takes the last change back.
extension RegionsEdit {
  /// Brings the file back that is kept, and keeps the present one: a second undo undoes the first.
  ///
  /// The present file may be damaged: then no regions are compared.
  ///
  /// - Parameters:
  ///   - lock: The lock of `lock(within:)`, if the caller has it already.
  ///   - check: Refuses the new regions.
  ///   - reload: Makes the running controller read the new file; returns its reasons to refuse.
  package func undo(
    lock: FileLock? = nil,
    checking check: (_ before: RegionsDocument, _ after: RegionsDocument) throws(Problems) -> Void,
    reload: () -> [String] = { [] }
  ) throws(Refusal) -> Outcome {
    try attempt(lock) { file throws(Refusal) in
      let old = try present()
      let last = try kept(in: file, besides: old)
      let before = old.flatMap { try? RegionsDocument($0, file: path) }
      let after: RegionsDocument
      let text: String
      do throws(Problem) {
        text = try TextFile.text(last, path: file.keptPath)
        after = try RegionsDocument(text, file: file.keptPath)
      } catch {
        throw .problems([error])
      }
      let first = before ?? RegionsDocument(file: path)
      do throws(Problems) { try check(first, after) } catch { throw .problems(error.list) }
      var (regions, problems) = RegionsFile.check(text, file: file.keptPath, rules: rules)
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw .problems(problems) }
      for index in problems.indices { problems[index].file = path }
      var outcome = Outcome(
        regions: regions, warnings: problems, isChanged: true, sha256: SHA256.hexadecimal(last))
      outcome.difference = RegionsDifference(from: first, to: after)
      return try write(last, over: old, in: file, outcome, reload)
    }
  }

  /// The bytes of the file; `nil` if it is missing.
  private func present() throws(Refusal) -> [UInt8]? {
    if isMissing { return nil }
    do throws(Problem) {
      return try RegionsFile.bytes(path: path, limit: limit)
    } catch {
      throw .problems([error])
    }
  }

  /// The bytes of the last version.
  private func kept(
    in file: FileReplacement, besides old: [UInt8]?
  ) throws(Refusal) -> [UInt8] {
    func nothing(_ reason: String) -> Refusal {
      .problems([
        Problem(
          file: path, wrong: "there is nothing to undo: \(file.keptPath) \(reason)",
          remedy: "each change by picket keeps the version before it there")
      ])
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(file: file.keptPath, O_RDONLY).contents(limit: limit)
    } catch {
      guard error.code == ENOENT else {
        throw .problems([Problem(file: path, wrong: "the last version cannot be read: \(error)")])
      }
      throw nothing("does not exist")
    }
    guard bytes != old else { throw nothing("is the same") }
    return bytes
  }
}
