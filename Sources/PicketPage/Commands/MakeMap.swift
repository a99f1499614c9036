import ArgumentParser
import Glibc
import Notation
import System

/// `picket-page map`: cuts a map out of a larger one from OpenStreetMap.
struct MakeMap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Cut a map for the page and for reports out of one of OpenStreetMap.",
    discussion: """
      The ending of FILE selects the format: .mbtiles for tiles with lines, which needs osmium and \
      tilemaker; .geojson, enough for a village, needs only osmium. A map to cut from is at \
      https://download.geofabrik.de, for example.

        picket-page map --area 47.04,15.40,47.10,15.50 --from austria.osm.pbf -o map.mbtiles
        picket-page map --around /etc/picket/regions.geojson --from austria.osm.pbf -o map.geojson
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The corners in the south-west and in the north-east: degrees north, degrees east.",
      valueName: "lat,lon,lat,lon"))
  var area: String?

  @Option(
    help: ArgumentHelp("The surroundings of the regions in a file.", valueName: "file"),
    completion: .file())
  var around: String?

  @Option(help: ArgumentHelp("The metres around the regions.", valueName: "metres"))
  var margin = 2000.0

  @Option(
    help: ArgumentHelp("The map to cut from: .osm.pbf.", valueName: "file"), completion: .file())
  var from: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The map that is made.", valueName: "file"),
    completion: .file())
  var output: String

  func validate() throws {
    guard (area == nil) != (around == nil) else {
      throw ValidationError("give --area \(MapArea.form), or --around and a file of regions")
    }
    if let area, MapArea(area) == nil {
      throw ValidationError("--area \(area) is not an area; \(MapArea.remedy(for: area))")
    }
    guard 0...100_000 ~= margin else {
      throw ValidationError("--margin \(margin) is not from 0 to 100000")
    }
    guard MapCut.Format(endingOf: output) != nil else {
      throw ValidationError("\(output) does not end in .mbtiles or .geojson: rename it")
    }
  }

  func run() throws {
    guard let area = try wantedArea(), let format = MapCut.Format(endingOf: output) else { return }
    guard access(from, R_OK) == 0 else {
      Log.write(.error, "\(SystemError("open \(from)")); give the path of a map as .osm.pbf")
      throw ExitCode(1)
    }
    // Next to the map, so that the finished one only has to be renamed.
    let folder = try Self.makeFolder(nextTo: output)
    let cut = MapCut(area: area, source: from, folder: folder, format: format)
    defer { Self.remove(folder) }
    do throws(SystemError) {
      for (name, bytes) in [
        ("tilemaker.json", PackageResources.tilemaker_json),
        ("process.lua", PackageResources.process_lua),
        ("osmium.json", PackageResources.osmium_json),
      ] {
        try OpenFile("\(folder)/\(name)", O_WRONLY | O_CREAT | O_EXCL).write(bytes, at: 0)
      }
    } catch {
      Log.write(.error, "\(error); give another file with -o")
      throw ExitCode(74)
    }
    for (index, step) in cut.steps.enumerated() {
      try run(step)
      if index == 0 { try refuseEmpty(cut) }
    }
    try finish(cut)
  }

  /// Refuses an area in which the larger map has nothing: its latitude and longitude may be swapped.
  private func refuseEmpty(_ cut: MapCut) throws {
    guard cut.isEmpty else { return }
    let place = area.map { "--area \($0)" } ?? "the surroundings of the regions"
    let remedy =
      area.flatMap { MapArea.swapped($0) }.map { "if longitude came first, give --area \($0)" }
      ?? "give a map of this part of the earth"
    Log.write(.error, "\(from) has nothing in \(place); \(remedy)")
    throw ExitCode(1)
  }

  /// Makes a folder whose name nobody can have taken before: tilemaker runs a program out of it.
  private static func makeFolder(nextTo path: String) throws -> String {
    var name = Array("\(Path.folder(of: path))/.picket-map-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      Log.write(.error, "\(SystemError("mkdtemp next to \(path)")); give another file with -o")
      throw ExitCode(74)
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func wantedArea() throws -> MapArea? {
    guard let around else { return area.flatMap { MapArea($0) } }
    return try PageOption.orEnd { try MapArea.around(regions: around, margin: margin) }
  }

  private func run(_ step: MapCut.Step) throws {
    do throws(Tool.Failure) {
      try Tool.run(step.words)
    } catch {
      switch error {
      case .isMissing:
        Log.write(.error, "\(step.words[0]) is missing: apt install \(step.package)")
        throw ExitCode(69)
      case .interrupted(let number): throw ExitCode(128 + number)
      case .failed(let reason):
        Log.write(.error, reason)
        throw ExitCode(1)
      }
    }
  }

  private func finish(_ cut: MapCut) throws {
    let size: Int
    do throws(SystemError) {
      if cut.format == .geojson { try Self.credit(cut.result) }
      size = Int(try OpenFile(file: cut.result, O_RDONLY).status().st_size)
      guard rename(cut.result, output) == 0 else { throw SystemError("rename to \(output)") }
    } catch {
      Log.write(.error, "\(error); give another file with -o")
      throw ExitCode(74)
    }
    print("\(output): \(size.grouped) bytes; for page.toml:")
    print("map = \(JSONLine.quoted(Path.resolved(output)))")
    guard cut.format == .geojson, size > PageMap.longest else { return }
    Log.write(
      .warning,
      "\(output) has more than the \(PageMap.longest >> 20) MiB that the page reads: make tiles "
        + "(.mbtiles), or cut less")
  }

  /// Writes the attribution of the data into a GeoJSON file.
  private static func credit(_ path: String) throws(SystemError) {
    let file = try OpenFile(path, O_RDWR)
    let bytes = try file.contents(limit: 1 << 28)
    var line = JSONLine()
    line.add("attribution", MapCut.attribution)
    // The rest of the object follows this first member.
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return }
    try file.write(
      Array(line.text.utf8.dropLast()) + [UInt8(ascii: ",")] + bytes[(start + 1)...], at: 0)
  }

  private static func remove(_ folder: String) {
    for name in (try? Directory.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
