internal import Base
internal import Board
internal import Geofence
import Glibc

/// Writes the files of a walk line by line.
struct WalkWriter {
  /// The folder of the walk.
  let folder: WalkFolder

  /// The name of the walk.
  let name: String

  /// The bytes of the configuration and the first regions together.
  let firstBytes: Int

  /// The number of reports that were written.
  private(set) var reports = 0

  private var reportsFile: AppendedFile
  private var entriesFile: AppendedFile
  private var regionsFiles = 1
  private let usual: WalkStart.Thresholds

  /// Begins a walk in a new folder.
  ///
  /// - Parameters:
  ///   - regions: The regions that are watched.
  ///   - configuration: The path of the configuration, if there is one.
  /// - Throws: `SystemError`; the folder is removed then.
  init(
    _ start: WalkStart, in directory: String, regions: [Region], configuration: String?
  ) throws(SystemError) {
    try Directory.make(directory)
    folder = WalkFolder(path: "\(directory)/\(start.name)")
    guard mkdir(folder.path, 0o750) == 0 else { throw SystemError("mkdir \(folder.path)") }
    usual = start.usual
    name = start.name
    do throws(SystemError) {
      let text = configuration.flatMap { try? TextFile.read(path: $0, limit: 1 << 16, remedy: "") }
      try Self.write(text ?? "", to: folder.configuration)
      let geojson = RegionsText(usual: usual).text(regions)
      try Self.write(geojson, to: folder.file(WalkFolder.regions(1)))
      firstBytes = geojson.utf8.count + (text ?? "").utf8.count
      reportsFile = try AppendedFile(folder.reports)
      entriesFile = try AppendedFile(folder.entries)
      guard let line = try? start.json(regions: Checksum.crc32(geojson.utf8)) else {
        throw SystemError("write \(folder.entries)", code: EILSEQ)
      }
      try entriesFile.add(line)
      try sync()
      try Directory.sync(folder.path)
      try Directory.sync(directory)
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Writes a report.
  mutating func add(report bytes: [UInt8]) throws(SystemError) {
    try reportsFile.add(bytes)
    reports += 1
  }

  /// Writes an entry after the last report.
  mutating func add(_ entry: WalkEntry) throws(SystemError) {
    try entriesFile.add(entry.json(report: reports))
  }

  /// Writes that other regions are watched from now on.
  ///
  /// - Returns: The bytes of their file.
  @discardableResult
  mutating func add(regions: [Region], at instant: Instant) throws(SystemError) -> Int {
    let name = WalkFolder.regions(regionsFiles + 1)
    let text = RegionsText(usual: usual).text(regions)
    try Self.write(text, to: folder.file(name))
    try Directory.sync(folder.path)
    try add(.regions(file: name, at: instant))
    regionsFiles += 1
    return text.utf8.count
  }

  /// Waits until everything is on the disk.
  mutating func sync() throws(SystemError) {
    try reportsFile.sync()
    try entriesFile.sync()
  }

  /// Writes the last line, with the reason, and waits until everything is on the disk.
  mutating func end(_ reason: String, at time: Timestamp?) throws(SystemError) {
    var line = JSONLine()
    line.add("ended", time?.rfc3339 ?? "")
    line.add("why", reason)
    line.add("reports", reports)
    try entriesFile.add(line.text)
    try sync()
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(Array(text.utf8), at: 0)
    try file.sync()
  }
}

/// A file to which whole lines are added; a part of a line is cut off.
private struct AppendedFile {
  private let file: OpenFile
  private let path: String
  private var size = 0
  private var isSynced = false
  // Whether a part of a line may be at the end.
  private var isTorn = false

  init(_ path: String) throws(SystemError) {
    file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
    self.path = path
  }

  mutating func add(_ line: String) throws(SystemError) { try add(Array(line.utf8)) }

  mutating func add(_ line: [UInt8]) throws(SystemError) {
    if isTorn { try cutOff() }
    do throws(SystemError) {
      isTorn = true
      try file.write(line + [UInt8(ascii: "\n")], at: size)
      // Whoever moved or removed it would look for the rest in vain.
      guard file.isAt(path) else { throw SystemError("write \(path)", code: ENOENT) }
      isTorn = false
    } catch {
      try? cutOff()
      throw error
    }
    size += line.count + 1
    isSynced = false
  }

  private mutating func cutOff() throws(SystemError) {
    try file.truncate(to: size)
    isTorn = false
  }

  mutating func sync() throws(SystemError) {
    guard !isSynced else { return }
    try file.sync()
    isSynced = true
  }
}
