import ArgumentParser
import Desk
import Notation
import Outputs
import Picket
import RegionFiles
import System

extension Regions {
  /// `picket regions import`: regions out of somebody else's file.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add the regions in a GeoJSON, GPX, KML, KMZ or uMap file.",
      discussion: """
        Waypoints and points become circles of --radius, routes, tracks and lines corridors of \
        --width, or polygons where they end where they begin or with --outline. Names become \
        identifiers: small letters, digits and hyphens, with a number when one comes again. A \
        note of more than 1000 bytes is cut, and that is told. \
        All of the file is added or nothing, and what cannot be is told with its line.

          picket regions import fields.gpx --radius 20 --width 10
          picket regions import garden.kml
          picket regions import walk.gpx --outline
        """)

    @Argument(help: "The file.")
    var file: String

    @Option(help: ArgumentHelp("The radius of points that have none.", valueName: "metres"))
    var radius: Double?

    @Option(help: ArgumentHelp("The width of lines that have none.", valueName: "metres"))
    var width: Double?

    @Flag(help: "Take lines as outlines, closed by a straight line where they are open.")
    var outline = false

    @Flag(help: "Put regions in the place of those with their identifiers.")
    var replace = false

    @Flag(help: "Leave out what cannot be had, and add the rest.")
    var skipBad = false

    @OptionGroup var files: SettingsOptions

    func validate() throws {
      guard radius ?? 1 > 0, width ?? 1 > 0 else {
        throw ValidationError("a radius and a width are greater than 0")
      }
    }

    func run() throws {
      let configuration = try files.configuration()
      var source: RegionImport
      do {
        source = try RegionImport(path: file)
      } catch {
        files.tell([error])
        throw ExitCode(1)
      }
      source.radius = radius
      source.width = width
      source.isOutline = outline
      source.isReplacing = replace
      var outcome = RegionImport.Outcome()
      try files.change(configuration, isCreating: true) { document throws(Problems) in
        outcome = source.add(to: &document, rules: configuration.regionRules)
        guard outcome.problems.isEmpty || skipBad && !outcome.regions.isEmpty else {
          throw Problems(outcome.problems)
        }
      } said: { _ in
        let count = outcome.regions.count
        let left = outcome.problems.isEmpty ? "" : ", left out \(outcome.problems.count)"
        return ["imported \(count.counted("region"))\(left):"]
          + outcome.regions.map { "  \($0)" }
      }
      files.tell(outcome.notices)
      for var problem in outcome.problems {
        problem.severity = .warning
        files.tell([problem])
      }
    }
  }

  /// `picket regions export`: the regions for somebody else's program.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the regions as GeoJSON, GPX or KML.",
      discussion: """
        In GPX a circle is a waypoint, a corridor a track, and a polygon a track that ends where \
        it begins. What GPX has no word for, such as a radius, is in an element that other \
        programs pass over, and that import gives back.

          picket regions export regions.gpx
          picket regions export regions.kml
          picket regions export --format gpx > regions.gpx
        """)

    /// What is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
      case geojson, gpx, kml
    }

    @Argument(help: "The file; standard output without it.")
    var file: String?

    @Option(help: "What to write; as the name of the file ends without it.")
    var format: Format?

    @OptionGroup var files: SettingsOptions

    func run() throws {
      let configuration = try files.configuration()
      let path = configuration.regions.file
      let (_, problems) = RegionsFile.check(path: path, rules: configuration.regionRules)
      files.tell(problems)
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
      let document = try RegionsDocument(path: path)
      let file = file ?? "-"
      let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last
      let format =
        format ?? ending.flatMap { Format(rawValue: $0.lowercased()) }
        ?? (ending == nil || ending == "json" ? .geojson : nil)
      guard let format else {
        throw ValidationError(
          "'\(file)' ends in none of .geojson, .gpx and .kml; name it so or give --format")
      }
      let text =
        switch format {
        case .geojson: Self.plain(document.text)
        case .gpx: GPXWriter.text(of: document)
        case .kml: KMLWriter.text(of: document)
        }
      do throws(SystemError) {
        try OutputFile.write(text, to: file)
      } catch {
        Log.write(.error, "\(error); give another file")
        throw ExitCode(74)
      }
    }

    /// The same JSON, which may be printed on a terminal.
    private static func plain(_ document: String) -> String {
      document.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).jsonOnOneLine }.joined(separator: "\n")
    }
  }
}
