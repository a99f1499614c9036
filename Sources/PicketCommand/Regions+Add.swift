import ArgumentParser
import Geofence
import Notation
import Outputs
import Picket
import RegionFiles
import System

extension Regions {
  /// `picket regions add`: a circle, the place where one stands, or what one walks around.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a region: a circle, the place where you stand, or what you walk around.",
      discussion: """
        --here takes the mean of the fixes of ten seconds, from gpsd itself: no controller need \
        run. --walk records until Enter, Ctrl-C or --for, closes the outline where you came \
        around, and leaves out corners that errors may have made.

          picket regions add orchard --circle 51.501,-0.142,60 --dwell 5m
          picket regions add field --polygon field.geojson
          picket regions add gate --here --radius 15
          picket regions add meadow --walk
          picket regions add ditch --walk --corridor 12 --capture walk.json
          picket regions add field --walk --capture /var/lib/picket/walks/field
        """)

    @Argument(help: "The identifier of the region.")
    var id: String

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "A circle: degrees north, degrees east, metres.", valueName: "lat,lon,radius"))
    var circle: String?

    @Option(
      help: ArgumentHelp(
        "A polygon: GeoJSON, or a line of latitude,longitude for each corner; - is standard input.",
        valueName: "file"))
    var polygon: String?

    @Flag(help: "Put it in the place of the region with this identifier.")
    var replace = false

    @Flag(help: "A circle around the place where you stand.")
    var here = false

    @Option(help: ArgumentHelp("The radius of --here.", valueName: "metres"))
    var radius: Double?

    @Flag(help: "The outline that you walk.")
    var walk = false

    @Option(help: ArgumentHelp("Make the walk a corridor of this width.", valueName: "metres"))
    var corridor: Double?

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp("End the walk after this time, such as 90s or 10m.", valueName: "time"),
      transform: Stretch.readSeconds)
    var time: Stretch?

    @Option(
      help: ArgumentHelp(
        "Take the walk from a recording or a walk's folder, as `picket replay` reads them.",
        valueName: "walk"))
    var capture: String?

    @OptionGroup var properties: RegionOptions
    @OptionGroup var files: SettingsOptions

    func validate() throws {
      let forms = [circle != nil, polygon != nil, here, walk].filter { $0 }.count
      guard forms == 1 else {
        throw ValidationError(
          "give one of --circle LAT,LON,RADIUS, --polygon FILE, --here and --walk")
      }
      guard here == (radius != nil) else {
        throw ValidationError(
          here ? "--here needs a --radius in metres" : "--radius goes with --here")
      }
      guard walk || corridor == nil && time == nil && capture == nil else {
        throw ValidationError("--corridor, --for and --capture go with --walk")
      }
      guard radius ?? 1 > 0, corridor ?? 1 > 0 else {
        throw ValidationError("a radius and a width are greater than 0")
      }
    }

    func run() throws {
      let configuration = try files.configuration()
      // What cannot be added need not be walked first.
      if circle == nil, !replace { try checkThatItIsFree(configuration) }
      let form = try form(configuration)
      let region = properties.region(id)
      try files.change(configuration, isCreating: true) { document throws(Problems) in
        try region.add(as: form, to: &document, isReplacing: replace)
      } said: { outcome in
        outcome.regions.filter { $0.id == id }.map { region in
          "\(replace ? "put" : "added") \(id): \(RegionDescription(region).summary)"
        }
      }
    }

    private func checkThatItIsFree(_ configuration: Configuration) throws {
      guard let document = try? RegionsDocument(path: configuration.regions.file),
        document.identifiers.contains(id)
      else { return }
      Log.write(
        .error,
        "\(configuration.regions.file): there is a region \(id) already; remove it first, or "
          + "give another identifier")
      throw ExitCode(1)
    }

    private func form(_ configuration: Configuration) throws -> NewRegion.Form {
      if let circle {
        let parts = circle.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else {
          throw ValidationError("--circle \(circle): give latitude, longitude and radius")
        }
        return .circle(latitude: parts[0], longitude: parts[1], radius: parts[2])
      }
      if let polygon {
        return .geometry(try Problem.orEnd { try PolygonText(path: polygon) })
      }
      if let radius {
        return .around(try Position.here(configuration), radius: radius)
      }
      let survey =
        try capture.map { path in
          try WalkedOutline.survey(
            of: Problem.orEnd { try WalkPath.found(path, config: files.config) })
        }
        ?? WalkedOutline.survey(configuration, time: time)
      return try WalkedOutline.form(of: survey, corridor: corridor)
    }
  }
}

/// What a region may have besides its shape.
struct RegionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A text that is shown with its events.", valueName: "text"))
  var note: String?

  @Option(
    help: ArgumentHelp("How long inside before it is told, such as 5m or 90s.", valueName: "time"),
    transform: Stretch.readSeconds)
  var dwell: Stretch?

  @Option(
    help: ArgumentHelp("Metres past the border before a crossing counts.", valueName: "metres"))
  var cushion: Double?

  @Option(
    help: ArgumentHelp("How long past the border before it counts.", valueName: "time"),
    transform: Stretch.readSeconds)
  var linger: Stretch?

  @Option(
    help: ArgumentHelp(
      "How sure Picket is before a crossing counts.", valueName: "quick|even|quiet"),
    completion: .list(Sense.allCases.map(\.rawValue)), transform: Self.readSense)
  var sense: Sense?

  @Option(
    help: ArgumentHelp("A signal of the configuration, for this region alone.", valueName: "name"))
  var signal: String?

  @Option(
    name: .customLong("class"), help: ArgumentHelp("A name that regions share.", valueName: "name"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "When it is no longer watched, such as 2026-07-01T00:00:00Z.", valueName: "time"))
  var expires: String?

  /// The sense of this name: a wrong one is refused before anything is walked.
  private static func readSense(_ text: String) throws -> Sense {
    if let sense = Sense(rawValue: text) { return sense }
    let names = Sense.allCases.map(\.rawValue)
    throw ValidationError("give \(names.listed("or"))")
  }

  func region(_ id: String) -> NewRegion {
    var region = NewRegion(id: id)
    region.add("note", note)
    region.add("dwell", dwell?.seconds)
    region.add("cushion", cushion)
    region.add("linger", linger?.seconds)
    region.add("sense", sense?.rawValue)
    region.add("signal", signal)
    region.add("class", category)
    region.add("expires", expires)
    return region
  }
}
