internal import Base
internal import Board
import Glibc
internal import Records
internal import RegionFiles

/// A request about the files of the regions.
enum FilesRequest: Sendable {
  /// Read the files again, if this file of regions is watched.
  case reload(file: String?)
  /// Put this update in place of the fleet's regions at this path.
  case fleet(FleetUpdate, path: String)
  /// Make this change of the regions.
  case edit(RegionsEditing)
  /// Answer with the features of this file from this index on, without a reload.
  case document(from: Int, path: String)
}

extension FilesRequest {
  /// Whether it replaces a file, for which it needs the lock of the folder.
  var writes: Bool {
    switch self {
    case .fleet, .edit: true
    case .reload, .document: false
    }
  }

  /// The answer when the lock cannot be acquired.
  func line(_ error: SystemError) -> JSONLine {
    if case .edit(let editing) = self { return editing.line(.unwritable(error)) }
    var answer = ChangeAnswer()
    (answer.isApplied, answer.isBusy) = (false, error.code == EWOULDBLOCK)
    answer.refused = Listed(["\(error); nothing was changed; send it again"], within: .problems)
    return answer.json
  }

  /// Waits for the lock of the folder of the file that it replaces.
  func lock() throws(SystemError) -> FileLock {
    switch self {
    case .edit(let editing): return try editing.lock()
    case .fleet(_, let path): return try FleetFile.lock(path, within: ReloadLocks.patience)
    case .reload, .document: throw SystemError("flock", code: EINVAL)
    }
  }
}
