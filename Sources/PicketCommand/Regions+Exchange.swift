import ArgumentParser
import Base
import Board
import Desk
import Picket
import RegionFiles

extension Regions {
  /// `picket regions import`: regions from the file of another program.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add the regions in a GeoJSON, GPX, KML, KMZ or uMap file, or a list of zones.",
      discussion: """
        Waypoints and points become circles of --radius. Routes, tracks and lines become \
        corridors of --width, or areas if they end where they begin and enclose one that is wider \
        than errors of fixes; --as decides otherwise. Names \
        become identifiers: small letters, digits and hyphens, with a number where a name comes \
        again. A note of more than 1000 bytes is cut, with a warning. Either the whole file is \
        added or nothing, and each problem is reported with its line; --skip-bad adds what is good, \
        also of a file that ends early.

        Of an archive, its main document and those that it links are read, or all of them. \
        Waypoints of OwnTracks and zones of Home Assistant (YAML, core.zone, states) are circles. \
        Other formats are named, with the command that converts them.

          picket regions import fields.gpx --radius 20 --width 10
          picket regions import garden.kmz
          picket regions import zones.yaml
          picket regions import walk.gpx --as outline
          picket regions import ditches.gpx --as corridor --width 10
        """)

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @Option(help: ArgumentHelp("The radius of points that have none.", valueName: "metres"))
    var radius: Double?

    @Option(help: ArgumentHelp("The width of lines that have none.", valueName: "metres"))
    var width: Double?

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        """
        What lines become: a corridor, the area inside them, or the outline of a walk as add --walk \
        makes it. If not given: an area if they enclose one that is wider than errors of fixes.
        """))
    var lineUse: RegionImport.LineUse?

    @Flag(help: "The same as --as area.")
    var outline = false

    @Flag(help: "Replace regions that have the same identifiers.")
    var replace = false

    @Flag(help: "Leave out what cannot be imported, and add the rest.")
    var skipBad = false

    @OptionGroup var files: SettingsOptions

    func validate() throws {
      guard radius ?? 1 > 0, width ?? 1 > 0 else {
        throw ValidationError("a radius and a width are greater than 0")
      }
      guard !outline || lineUse == nil else {
        throw ValidationError("--outline is --as area: give one of them")
      }
    }

    /// What --skip-bad would import, if anything.
    private static func offer(_ outcome: RegionImport.Outcome, _ file: String) -> Problem? {
      guard !outcome.regions.isEmpty else { return nil }
      let left = outcome.problems.count.counted("part")
      return Problem(
        file: file, wrong: "nothing was imported",
        remedy:
          "--skip-bad imports the other \(outcome.regions.count.counted("region")) and leaves "
          + "out \(left)")
    }

    func run() throws {
      let configuration = try files.configuration()
      var source: RegionImport
      do {
        source = try RegionImport(path: file)
      } catch {
        Log.write(error)
        throw ExitCode(1)
      }
      source.radius = radius
      source.width = width
      source.lineUse = outline ? .area : lineUse
      source.isReplacing = replace
      var outcome = RegionImport.Outcome()
      try files.change(configuration, isCreating: true) { document throws(Problems) in
        outcome = source.add(to: &document, rules: configuration.regionRules)
        guard outcome.problems.isEmpty || skipBad && !outcome.regions.isEmpty else {
          throw Problems(outcome.problems + [Self.offer(outcome, file)].compactMap { $0 })
        }
      } messages: { _ in
        let count = outcome.regions.count
        let left = outcome.problems.isEmpty ? "" : ", left out \(outcome.problems.count)"
        return ["imported \(count.counted("region"))\(left):"]
          + zip(outcome.regions, outcome.shapes).map { "  \($0): \($1)" }
      }
      Log.writeAll(outcome.notices)
      for var problem in outcome.problems {
        problem.severity = .warning
        Log.write(problem)
      }
    }
  }

  /// `picket regions export`: the regions for another program.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the regions as GeoJSON, GPX or KML.",
      discussion: """
        In GPX a circle is a waypoint, a corridor a track, and a polygon a track that ends where \
        it begins. What GPX cannot express, such as a radius, is in an extension element: other \
        programs skip it, and import reads it. A region with a border around another is written \
        with its outline.

          picket regions export regions.gpx
          picket regions export regions.kml
          picket regions export --format gpx > regions.gpx
        """)

    /// The format of the file.
    enum Format: String, ExpressibleByArgument, CaseIterable {
      case geojson, gpx, kml
    }

    @Argument(help: "The file; standard output without it.")
    var file: String?

    @Option(help: "The format; if not given, the ending of the file's name decides.")
    var format: Format?

    @OptionGroup var files: SettingsOptions

    func validate() throws {
      guard file?.isEmpty != true else {
        throw ValidationError("the name of the file is empty; give a name, or none")
      }
    }

    func run() throws {
      let configuration = try files.configuration()
      let path = configuration.regions.file
      let (regions, problems) = RegionsFile.check(path: path, rules: configuration.regionRules)
      Log.writeAll(problems)
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
      let document = try RegionsDocument(path: path).withOutlines(regions)
      let file = file ?? "-"
      let text =
        switch try format(of: file) {
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

    /// The format of the option, or of the ending of a file's name; GeoJSON without an ending.
    private func format(of file: String) throws -> Format {
      if let format { return format }
      let parts = file.split(separator: "/").last?.split(separator: ".")
      guard let ending = parts?.dropFirst().last?.lowercased(), ending != "json" else {
        return .geojson
      }
      guard let format = Format(rawValue: ending) else {
        throw ValidationError(
          "'\(file)' does not end in .geojson, .gpx or .kml; rename it or give --format")
      }
      return format
    }

    /// The same JSON without control characters, which could change a terminal.
    private static func plain(_ document: String) -> String {
      document.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).jsonOnOneLine }.joined(separator: "\n")
    }
  }
}

extension RegionImport.LineUse: ExpressibleByArgument {}
