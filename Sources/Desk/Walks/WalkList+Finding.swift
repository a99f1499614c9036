internal import Geofence
import Glibc
package import Notation
internal import Picket
package import System

extension WalkList {
  /// The walk that is still recorded, or the walk that ended last; `nil` without walks.
  package static func last(in directory: String) throws(SystemError) -> String? {
    let rows = try rows(in: directory)
    func time(_ row: Row) -> Timestamp {
      // Without a time from the receiver, the time of the file.
      row.ended ?? row.started ?? written(row.name, in: directory)
    }
    return rows.max { (time($0), $0.name) < (time($1), $1.name) }?.name
  }

  private static func written(_ name: String, in directory: String) -> Timestamp {
    var status = stat()
    stat(WalkFolder(path: "\(directory)/\(name)").entries, &status)
    return Timestamp(nanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000)
  }

  /// Removes a walk.
  ///
  /// - Throws: `Problem` when there is no walk of that name, or it cannot be removed completely.
  package static func remove(_ name: String, in directory: String) throws(Problem) {
    let folder = WalkFolder(path: "\(directory)/\(name)")
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."),
      access(folder.entries, F_OK) == 0
    else {
      throw Problem(
        file: name, wrong: "there is no walk of this name in \(directory)",
        remedy: "picket walk list prints their names")
    }
    unlink(folder.truth)
    folder.remove()
    guard access(folder.path, F_OK) == 0 else { return }
    let reason = SystemError("rmdir").reason
    let rest = (try? Directory.names(in: folder.path)) ?? []
    throw Problem(
      file: folder.path,
      wrong: access(folder.entries, F_OK) == 0
        ? "cannot be removed: \(reason)" : "has files that are not Picket's: \(rest.listed())",
      remedy: access(folder.entries, F_OK) == 0
        ? "be root or picket's own user" : "remove them yourself")
  }
}
