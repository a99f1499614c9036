internal import Base
internal import Geofence
internal import Picket
internal import RegionFiles

/// The entries of a walk, read from its file.
struct WalkEntries: Sendable {
  /// The state at the walk's start.
  let start: WalkStart

  /// The CRC-32 of the regions at the start, in hexadecimal.
  let regionsChecksum: String?

  /// The entries, each with the number of reports before it.
  private(set) var list: [(entry: WalkEntry, report: Int)] = []

  /// The time at which the walk was ended; `nil` if it was not, or if the receiver had no time.
  private(set) var ended: Timestamp?

  /// Warnings for a person, such as about a torn end.
  private(set) var notices: [Problem] = []

  private let path: String

  /// Reads a file.
  ///
  /// - Throws: `Problem` when the file is not that of a walk that this release can read.
  init(path: String) throws(Problem) {
    self.path = path
    let lines = try TextFile.bytes(
      path: path, limit: Walk.longest,
      remedy: "give the folder of a walk, or a capture with --regions",
      shorter: "replay its reports.json"
    ).split(separator: UInt8(ascii: "\n"))
    let first = lines.first.flatMap { Self.object($0) } ?? [:]
    start = try Self.start(first, of: path)
    regionsChecksum = first["regions"]?.string
    read(lines.dropFirst())
  }

  private static func start(_ first: [String: JSON], of path: String) throws(Problem) -> WalkStart {
    func problem(_ wrong: String, _ remedy: String) -> Problem {
      Problem(file: path, place: .text(line: 1, column: 1), wrong: wrong, remedy: remedy)
    }
    guard let version = first["walk"]?.integer else {
      throw problem(
        "this is not the first line of a walk",
        "give a folder that picket walk has made, or its reports.json with --regions")
    }
    guard version <= WalkStart.version else {
      throw problem(
        "written by a newer Picket (format \(version), this release reads \(WalkStart.version))",
        "install the newer release, or replay its reports.json with --regions")
    }
    guard let start = WalkStart(first) else {
      throw problem(
        "the first line of the walk is damaged", "replay its reports.json with --regions")
    }
    return start
  }

  private mutating func read(_ lines: ArraySlice<ArraySlice<UInt8>>) {
    var isEnded = false
    for (index, line) in zip(lines.indices, lines) {
      let fields = Self.object(line)
      if let fields, fields["ended"] != nil {
        isEnded = true
        ended = fields["ended"]?.timestamp
      } else if let fields, let report = fields["report"]?.integer, report >= 0,
        let entry = WalkEntry(String(decoding: line, as: UTF8.self), fields, report: report)
      {
        list.append((entry, report))
      } else if index == lines.indices.last {
        break
      } else if fields == nil || fields?["report"] == nil {
        note("this line cannot be read and is left out", at: index + 1)
      }
    }
    if !isEnded {
      note(
        "the walk has no end: it is still being recorded, or was cut off", at: lines.endIndex + 1)
    }
    noteMissing()
  }

  /// Notes the lines that the recorder left out.
  private mutating func noteMissing() {
    let missing = list.reduce(0) {
      if case .leftOut(let count) = $1.entry { $0 + count } else { $0 }
    }
    guard missing > 0 else { return }
    notices.append(
      Problem(
        file: path,
        wrong: "\(missing.counted("line")) could not be recorded: what follows "
          + "\(missing == 1 ? "it" : "them") may differ", severity: .warning))
  }

  private mutating func note(_ wrong: String, at line: Int) {
    notices.append(
      Problem(file: path, place: .text(line: line, column: 1), wrong: wrong, severity: .warning))
  }

  private static func object(_ line: ArraySlice<UInt8>) -> [String: JSON]? {
    String(validating: line, as: UTF8.self).flatMap { try? JSON.parse($0).object }
  }
}
