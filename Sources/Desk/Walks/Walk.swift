package import Geofence
import Glibc
package import Notation
internal import Outputs
package import Picket
internal import RegionFiles
internal import System

/// A walk that was recorded: what gpsd reported, what was watched, and what happened.
package struct Walk: Sendable {
  /// Where it lies.
  package let folder: WalkFolder

  /// What was known when it was started.
  package let start: WalkStart

  /// What happened, each after so many reports.
  package private(set) var entries: [(entry: WalkEntry, report: Int)] = []

  /// When it was ended, if it was, as far as the receiver had said it.
  package private(set) var ended: Timestamp?

  /// What a person must be told, such as that its end is torn.
  package private(set) var notices: [Problem] = []

  private let regionsChecksum: String?

  /// How long the file of its entries may be.
  package static let longest = 256 << 20

  /// Its name.
  package var name: String { start.name }

  /// When it was started, as far as the receiver had said it.
  package var started: Timestamp? { start.started }

  /// The release that recorded it.
  package var picket: String { start.picket }

  /// The path of gpsd's reports, which is a capture.
  package var reports: String { folder.reports }

  /// The path of what should have happened; `nil` when nobody has written that.
  package var truth: String? { access(folder.truth, F_OK) == 0 ? folder.truth : nil }

  /// The path of the configuration that was in force.
  package var configurationPath: String { folder.configuration }

  /// The path of the regions that were watched at its start.
  package var regionsPath: String { folder.file(WalkFolder.regions(1)) }

  /// The events, as the JSON that they were told as.
  package var events: [String] {
    entries.compactMap { if case .event(let json) = $0.entry { json } else { nil } }
  }

  /// Whether a path is that of a folder, as a walk is.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: Reading

  /// Reads a walk, but not yet its reports and regions.
  ///
  /// - Throws: `Problem`, why it cannot be used. What can be done without is told in `notices`.
  package init(path: String) throws(Problem) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    folder = WalkFolder(path: path)
    try folder.check()
    let lines = try Self.lines(of: folder.entries)
    guard let first = lines.first.flatMap({ Self.object($0) }), let version = first["walk"]?.integer
    else {
      throw Problem(
        file: folder.entries, place: .text(line: 1, column: 1),
        wrong: "this is not the first line of a walk",
        remedy: "give a folder that picket walk has made, or its reports.json with --regions")
    }
    guard version <= WalkStart.version else {
      throw Problem(
        file: folder.entries, place: .text(line: 1, column: 1),
        wrong: "written by a newer Picket (format \(version), this one knows \(WalkStart.version))",
        remedy: "install that one, or replay its reports.json with --regions")
    }
    guard let start = WalkStart(first) else {
      throw Problem(
        file: folder.entries, place: .text(line: 1, column: 1),
        wrong: "the first line of the walk is damaged",
        remedy: "replay its reports.json with --regions")
    }
    self.start = start
    regionsChecksum = first["regions"]?.string
    read(lines.dropFirst())
    try checkRegions()
    noteDifferences()
  }

  private static func lines(of path: String) throws(Problem) -> [ArraySlice<UInt8>] {
    try TextFile.bytes(
      path: path, limit: longest, remedy: "give the folder of a walk, or a capture with --regions",
      shorter: "replay its reports.json"
    ).split(separator: UInt8(ascii: "\n"))
  }

  private static func object(_ line: ArraySlice<UInt8>) -> [String: JSON]? {
    String(validating: line, as: UTF8.self).flatMap { try? JSON.parse($0).object }
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
        entries.append((entry, report))
      } else if index == lines.indices.last {
        break
      } else if fields == nil || fields?["report"] == nil {
        note("this line cannot be read and is left out", at: index + 1)
      }
    }
    if !isEnded { note("the walk has no end: it goes on, or was cut off", at: lines.endIndex + 1) }
    let missing = entries.reduce(0) {
      if case .leftOut(let count) = $1.entry { $0 + count } else { $0 }
    }
    if missing > 0 {
      notices.append(
        Problem(
          file: folder.entries,
          wrong: "\(missing) lines could not be recorded: what follows them may differ",
          severity: .warning))
    }
  }

  /// Makes sure that its entries name files of its own, each once and in their order.
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

  private mutating func note(_ wrong: String, at line: Int) {
    notices.append(
      Problem(
        file: folder.entries, place: .text(line: line, column: 1), wrong: wrong, severity: .warning)
    )
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
          wrong: "what was pending when it was started cannot be read: the first events may differ",
          severity: .warning))
    }
  }

  // MARK: Regions

  /// Whether the file of the regions is the one that was recorded.
  func isUnchanged(_ text: String) -> Bool {
    String(Checksum.crc32(text.utf8), radix: 16) == regionsChecksum
  }

  /// Whether a change of the regions was recorded, and where they are.
  package var laterRegions: [String] {
    entries.compactMap { if case .regions(let file, _) = $0.entry { file } else { nil } }
  }

  /// The text of a file of regions.
  func regionsText(_ name: String) throws(Problem) -> String {
    try TextFile.read(
      path: folder.file(name), limit: 256 << 20, remedy: "give other regions with --regions")
  }

  /// The regions in a file of the walk, as they were in force.
  ///
  /// What a region without values of its own has is as it was recorded, or as given here.
  ///
  /// - Throws: `Problems` that are more than warnings.
  package func regions(
    in name: String = WalkFolder.regions(1), cushion: Double? = nil, linger: Duration? = nil,
    sense: Sense? = nil
  ) throws(Problems) -> [Region] {
    var settings = RegionSettings()
    // They were within the limits when they were recorded.
    settings.maxRadius = 20_040_000
    settings.maxCount = 1_000_000
    settings.cushion = cushion ?? start.usual.cushion
    settings.linger = linger ?? start.usual.linger
    settings.sense = sense ?? start.usual.sense ?? .even
    let text: String
    do throws(Problem) {
      text = try regionsText(name)
    } catch {
      throw Problems([error])
    }
    let (regions, problems) = RegionsFile.check(
      text, file: folder.file(name), rules: RegionRules(settings, isRecorded: true))
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { throw Problems(errors) }
    return regions
  }
}
