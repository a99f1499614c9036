package import Base
internal import Board
package import Geofence
import Glibc
internal import Picket
internal import RegionFiles

/// The walks in a folder.
package enum WalkList {
  /// The facts of a walk that are known without reading all of it.
  package struct Row: Hashable, Sendable {
    /// The name of the walk.
    package var name: String

    /// The time at which the walk was started, if the receiver had reported the time.
    package var started: Timestamp?

    /// The time at which the walk was ended; `nil` while it is recorded, and after a crash.
    package var ended: Timestamp?

    /// Whether the walk was ended.
    package var isEnded: Bool

    /// The number of the walk's events.
    package var events: Int

    /// The size of the walk's folder, in bytes.
    package var bytes: Int
  }

  /// The walks in a folder, those of the automatic recording first, in their order.
  ///
  /// - Throws: `SystemError` when the folder cannot be read; a missing folder counts as empty.
  package static func rows(in directory: String) throws(SystemError) -> [Row] {
    try WalkDirectory.names(in: directory).compactMap { name in
      let folder = WalkFolder(path: "\(directory)/\(name)")
      guard (try? folder.check()) != nil, let file = try? OpenFile(folder.entries, O_RDONLY),
        let bytes = try? file.contents(limit: Walk.longest),
        let first = Self.object(bytes.prefix { $0 != 0x0a })
      else { return nil }
      let last = Self.object(bytes.split(separator: 0x0a).last ?? [])
      return Row(
        name: name, started: first["started"]?.timestamp, ended: last?["ended"]?.timestamp,
        isEnded: last?["ended"] != nil, events: events(in: bytes), bytes: folder.size)
    }
  }

  /// The number of lines with events; each begins with the event's number, as in a journal.
  private static func events(in bytes: [UInt8]) -> Int {
    bytes.split(separator: 0x0a).count { $0.starts(with: "{\"seq\":".utf8) }
  }

  private static func object(_ bytes: some Sequence<UInt8>) -> [String: JSON]? {
    (try? JSON.parse(String(decoding: Array(bytes), as: UTF8.self)))?.object
  }
}

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

extension WalkList {
  /// The walks in a folder, one line of JSON each.
  package static func json(in directory: String) throws(SystemError) -> [String] {
    try rows(in: directory).map { row in
      var line = JSONLine()
      line.add("walk", row.name)
      line.add("path", "\(directory)/\(row.name)")
      line.add("started", row.started?.rfc3339)
      line.add("isEnded", row.isEnded)
      line.add("ended", row.ended?.rfc3339)
      line.add("events", row.events)
      line.add("bytes", row.bytes)
      return line.text
    }
  }

  /// The walks in a folder as a table for a person.
  package static func lines(in directory: String) throws(SystemError) -> [String] {
    let rows = try rows(in: directory)
    guard !rows.isEmpty else { return ["no walk in \(directory)"] }
    return Table.lines(
      of: [["walk", "started", "ended", "events", "size"]]
        + rows.map { row in
          [
            row.name, row.started?.local ?? "-",
            row.isEnded ? row.ended?.local ?? "-" : "not ended",
            String(row.events), "\((Double(row.bytes) / 1e6).text(decimals: 2)) MB",
          ]
        })
  }
}
