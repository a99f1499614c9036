package import Base
package import Board
package import Geofence
import Glibc
package import Picket
internal import Records
internal import RegionFiles

/// A recorded walk: the reports of gpsd, the watched regions, and the events.
package struct Walk: Sendable {
  /// The folder of the walk.
  package let folder: WalkFolder

  /// Warnings for a person, such as about a torn end.
  package private(set) var notices: [Problem]

  private let file: WalkEntries

  /// The maximum size of the file of its entries, in bytes.
  package static let longest = 256 << 20

  /// Reads a walk, without its reports and regions.
  ///
  /// - Throws: `Problem` when the walk cannot be used. Lesser problems are in `notices`.
  package init(path: String) throws(Problem) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    folder = WalkFolder(path: path)
    try folder.check()
    file = try WalkEntries(path: folder.entries)
    notices = file.notices
    try checkRegions()
    noteDifferences()
  }

  /// Whether a path is that of a folder; each walk is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: Content

  /// The state at the start of the walk.
  package var start: WalkStart { file.start }

  /// All paths that gpsd had for the configured receiver during the walk.
  package var names: DeviceNames {
    DeviceNames(
      start.device,
      others: entries.reduce(into: start.before?.names ?? []) { names, entry in
        if case .receiver(let paths) = entry.entry { names.formUnion(paths) }
      })
  }

  /// The entries, each with the number of reports before it.
  package var entries: [(entry: WalkEntry, report: Int)] { file.list }

  /// The time at which the walk was ended; `nil` if it was not, or if the receiver had no time.
  package var ended: Timestamp? { file.ended }

  /// The name of the walk.
  package var name: String { start.name }

  /// The time at which the walk was started, if the receiver had reported the time.
  package var started: Timestamp? { start.started }

  /// The release of Picket that recorded the walk.
  package var picket: String { start.picket }

  /// The path of gpsd's reports, which is a capture.
  package var reports: String { folder.reports }

  /// The path of the configuration that was in force.
  package var configurationPath: String { folder.configuration }

  /// The path of the regions that were watched at the start.
  package var regionsPath: String { folder.file(WalkFolder.regions(1)) }

  /// The recorded events, as JSON.
  package var events: [String] {
    entries.compactMap { if case .event(let json) = $0.entry { json } else { nil } }
  }

  // MARK: Checks

  /// Checks that the entries name the walk's own files of regions, each once and in order.
  private func checkRegions() throws(Problem) {
    var last = 1
    for name in laterRegions {
      guard let number = WalkFolder.number(ofRegions: name), number > last else {
        throw Problem(
          file: folder.entries,
          wrong: "it names the regions \(name.quoted), which picket did not write there",
          remedy: "replay its reports.json with --regions")
      }
      last = number
    }
  }

  private mutating func noteDifferences() {
    if picket != Version.picket {
      notices.append(
        Problem(
          file: folder.entries,
          wrong: "recorded by Picket \(picket), and this is \(Version.picket): events may differ",
          severity: .warning))
    }
    if start.before == nil {
      notices.append(
        Problem(
          file: folder.entries,
          wrong:
            "the crossings that were pending at its start cannot be read: the first events may differ",
          severity: .warning))
    }
  }

  // MARK: Regions

  /// Whether a text is that of the regions at the start, by its checksum.
  func isUnchanged(_ text: String) -> Bool {
    String(Checksum.crc32(text.utf8), radix: 16) == file.regionsChecksum
  }
}
