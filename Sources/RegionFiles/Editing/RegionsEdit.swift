package import Base
package import Geofence
import Glibc

/// A change of the regions file, made completely or not at all.
package struct RegionsEdit: Sendable {
  /// The result of a change.
  package struct Outcome: Sendable {
    /// The regions that are now in the file.
    package var regions: [Region]
    /// Problems that do not keep the file from being used.
    package var warnings: [Problem]
    /// Whether the file was changed.
    package var isChanged: Bool
    /// The SHA-256 of the file as it is now.
    package var sha256: String
    /// The error of a folder that could not be synced: a power cut may bring the old file back.
    package var unsynced: SystemError?
    /// The error for which the last version could not be kept.
    package var unkept: SystemError?
    /// What an undo changed; `nil` after another change.
    package var difference: RegionsDifference?
  }

  /// The reason why nothing was changed.
  package enum Refusal: Error, CustomStringConvertible {
    /// The change is not possible, or would leave an invalid regions file.
    case problems([Problem])
    /// The file could not be written.
    case unwritable(SystemError)
    /// The running controller refused the regions, for these reasons; the old file is there, unless
    /// somebody has saved it since the new one was written.
    case refused([String], isRestored: Bool)
    /// The file is not the one that the change is based on; this is its SHA-256.
    case outdated(String)

    /// One line for each reason.
    package var description: String {
      switch self {
      case .problems(let problems): problems.map(\.description).joined(separator: "\n")
      case .unwritable(let error):
        switch error.code {
        case EWOULDBLOCK: "\(error.operation): another command is changing it; try again"
        case EACCES, EPERM:
          "\(error); nothing was changed; run as root or as a user with write permission"
        default: "\(error); nothing was changed"
        }
      case .refused(let reasons, _): reasons.joined(separator: "\n")
      case .outdated:
        "the regions were changed meanwhile; nothing was changed; load them and try again"
      }
    }
  }

  let rules: RegionRules
  let limit: Int
  var path: String { rules.settings.file }

  /// Creates a change of the regions file that a configuration names.
  ///
  /// - Parameter limit: The largest number of bytes of the file.
  package init(_ rules: RegionRules, limit: Int = RegionsFile.mostBytes) {
    self.rules = rules
    self.limit = limit
  }

  /// Changes the file.
  ///
  /// - Parameters:
  ///   - isCreating: Whether a missing file counts as an empty one.
  ///   - change: Makes the change.
  ///   - reload: Makes the running controller read the new file; returns its reasons to refuse.
  package func make(
    isCreating: Bool = false, _ change: (inout RegionsDocument) throws(Problems) -> Void,
    reload: () -> [String] = { [] }
  ) throws(Refusal) -> Outcome {
    try attempt(nil) { file throws(Refusal) in
      try make(
        in: file, isCreating: isCreating, basedOn: nil, change,
        checking: { RegionsFile.check($0, file: path, rules: rules) }, reload: reload)
    }
  }

  /// Changes the file, with a check of the new text by the caller.
  ///
  /// - Parameters:
  ///   - base: The SHA-256 of the file that the change is based on; `nil` for any file.
  ///   - lock: The lock of `lock(within:)`.
  ///   - change: Makes the change.
  ///   - check: Reads the regions of the new text and its problems, or refuses it.
  package func make(
    basedOn base: String?, lock: FileLock?,
    _ change: (inout RegionsDocument) throws(Problems) -> Void,
    checking check: (_ text: String) throws(Refusal) -> (regions: [Region], problems: [Problem])
  ) throws(Refusal) -> Outcome {
    try attempt(lock) { file throws(Refusal) in
      try make(
        in: file, isCreating: false, basedOn: base, change, checking: check, reload: { [] })
    }
  }

  /// Makes a change in the locked file, again when somebody has saved the file meanwhile.
  func attempt(
    _ lock: FileLock?, _ change: (FileReplacement) throws(Refusal) -> Outcome
  ) throws(Refusal) -> Outcome {
    // Locked until the end, so that two commands make their changes one after the other.
    let file = try Self.writing { () throws(SystemError) in
      if let lock { return FileReplacement(path, lock: lock) }
      return FileReplacement(path, lock: try self.lock())
    }
    for _ in 1..<Self.mostAttempts {
      do throws(Refusal) {
        return try change(file)
      } catch {
        guard case .unwritable(let error) = error, error.code == FileReplacement.changed else {
          throw error
        }
        // Somebody saved the file after it was read: the change is made again, in what is there.
      }
    }
    throw .outdated(SHA256.hexadecimal((try? RegionsFile.bytes(path: path, limit: limit)) ?? []))
  }

  /// Waits for the lock of the file's folder, for this many seconds.
  ///
  /// Whoever holds it may wait for a reload. So it is acquired before a turn in the queue of the
  /// reloads, never after.
  package func lock(within seconds: Double = 60) throws(SystemError) -> FileLock {
    try FileReplacement.lock(of: path, within: seconds)
  }

  /// The most attempts with a file that somebody else saves at the same times.
  private static let mostAttempts = 6

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

  private func make(
    in file: FileReplacement, isCreating: Bool, basedOn base: String?,
    _ change: (inout RegionsDocument) throws(Problems) -> Void,
    checking check: (String) throws(Refusal) -> (regions: [Region], problems: [Problem]),
    reload: () -> [String]
  ) throws(Refusal) -> Outcome {
    let (old, before) = try current(isCreating: isCreating)
    let hash = SHA256.hexadecimal(old ?? [])
    if let base, base != hash { throw .outdated(hash) }
    var document = before
    do throws(Problems) { try change(&document) } catch { throw .problems(error.list) }
    let text = document.text
    let (regions, problems) = try check(text)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw .problems(problems) }
    let bytes = Array(text.utf8)
    let isChanged = document != before
    let outcome = Outcome(
      regions: regions, warnings: problems, isChanged: isChanged,
      sha256: isChanged ? SHA256.hexadecimal(bytes) : hash)
    guard isChanged else { return outcome }
    return try write(bytes, over: old, in: file, outcome, reload)
  }

  /// Puts new contents in the place of the old ones, which are kept, and has them read.
  func write(
    _ bytes: [UInt8], over old: [UInt8]?, in file: FileReplacement, _ outcome: Outcome,
    _ reload: () -> [String]
  ) throws(Refusal) -> Outcome {
    var outcome = outcome
    let earlier = file.openKept()
    do throws(SystemError) {
      // Before the first change there are no regions.
      let last = old ?? Array(RegionsDocument(file: path).text.utf8)
      try file.replace(with: bytes, over: old, keeping: last)
    } catch {
      guard file.isReplaced else { throw .unwritable(error) }
      outcome.unsynced = error
    }
    outcome.unkept = file.unkept
    let reasons = reload()
    guard !reasons.isEmpty else { return outcome }
    let isRestored = try restore(old, over: bytes, in: file)
    // Then an undo would change nothing, in place of taking the change before back.
    if isRestored, outcome.unkept == nil { try? file.restoreKept(earlier, limit: limit) }
    throw .refused(reasons, isRestored: isRestored)
  }

  /// Restores the old file.
  ///
  /// - Returns: Whether it is there again; false when somebody has saved the file since.
  private func restore(
    _ old: [UInt8]?, over new: [UInt8], in file: FileReplacement
  ) throws(Refusal) -> Bool {
    do throws(SystemError) {
      if let old { try file.replace(with: old, over: new) } else { try file.remove(over: new) }
      return true
    } catch {
      guard error.code == FileReplacement.changed else { throw .unwritable(error) }
      return false
    }
  }

  var isMissing: Bool { access(path, F_OK) != 0 && errno == ENOENT }

  /// The file as it is now: its bytes, `nil` if it is missing, and its regions.
  private func current(
    isCreating: Bool
  ) throws(Refusal) -> (bytes: [UInt8]?, document: RegionsDocument) {
    if isCreating, isMissing { return (nil, RegionsDocument(file: path)) }
    do throws(Problem) {
      // The bytes restore the file exactly, with a byte order mark if it has one.
      let bytes = try RegionsFile.bytes(path: path, limit: limit)
      return (bytes, try RegionsDocument(bytes, file: path))
    } catch {
      throw .problems([error])
    }
  }

  /// The line about a file that is written, in a folder that could not be synced.
  package static func words(unsynced error: SystemError) -> String {
    "the regions are in the file, but a power cut may bring the old file back: \(error)"
  }

  /// The line about a last version that could not be kept.
  package static func words(unkept error: SystemError) -> String {
    "the regions are in the file, but picket regions undo cannot take this change back: \(error)"
  }

  private static func writing<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(Refusal) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unwritable(error) }
  }
}
