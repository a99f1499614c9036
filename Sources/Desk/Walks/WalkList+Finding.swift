internal import Geofence
import Glibc
internal import Picket
package import System

extension WalkList {
  /// The walk that is still recorded, or the walk that ended last; `nil` without walks.
  package static func last(in directory: String) throws(SystemError) -> String? {
    let rows = try rows(in: directory)
    func time(_ row: Row) -> Timestamp {
      // Without a time from the receiver, the time of the file counts.
      row.ended ?? row.started ?? written(row.name, in: directory)
    }
    return rows.max { (time($0), $0.name) < (time($1), $1.name) }?.name
  }

  private static func written(_ name: String, in directory: String) -> Timestamp {
    var status = stat()
    stat(WalkFolder(path: "\(directory)/\(name)").entries, &status)
    return Timestamp(nanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000)
  }
}
