import ArgumentParser
import Commands
import Geofence
import Notation
import Outputs
import Picket
import RegionFiles
import System

extension Regions {
  /// `picket regions add`: a circle, the place where you stand, or an outline that you walk.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a region: a circle, the place where you stand, or an outline that you walk.",
      discussion: """
        --here uses the mean of the fixes of ten seconds. They come from gpsd itself: no \
        controller need run. --walk records until Enter, Ctrl-C or the time of --for, closes the \
        outline where you came back to it, and leaves out corners that errors may have made.

          picket regions add orchard --circle 51.501,-0.142,60 --dwell 5m
          picket regions add field --polygon field.geojson
          picket regions add gate --here --radius 15
          picket regions add warning --around field --offset 500
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

    @Flag(help: "Replace the region that has this identifier.")
    var replace = false

    @Flag(help: "A circle around the place where you stand.")
    var here = false

    @Option(help: ArgumentHelp("The radius of --here.", valueName: "metres"))
    var radius: Double?

    @Option(
      help: ArgumentHelp(
        "The region around whose border this one lies, at --offset.", valueName: "region"),
      completion: .regions)
    var around: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Metres outside of that border; negative inside.", valueName: "metres"))
    var offset: Double?

    @Flag(help: "The outline that you walk.")
    var walk = false

    @Option(help: ArgumentHelp("Make the walk a corridor of this width.", valueName: "metres"))
    var corridor: Double?

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp("End the walk after this time, such as 90s or 10m.", valueName: "time"),
      transform: TimeArgument.read)
    var time: TimeArgument?

    @Option(
      help: ArgumentHelp(
        "Use a recording or a walk's folder, in the forms of `picket replay`.",
        valueName: "walk"))
    var capture: String?

    @OptionGroup var properties: RegionOptions
    @OptionGroup var files: SettingsOptions

    func validate() throws {
      let forms = [circle != nil, polygon != nil, here, walk, around != nil].filter { $0 }.count
      guard forms == 1 else {
        throw ValidationError(
          "give one of --circle LAT,LON,RADIUS, --polygon FILE, --here, --walk and --around REGION")
      }
      guard (around == nil) == (offset == nil) else {
        throw ValidationError(
          around == nil ? "--offset needs --around" : "--around needs an --offset in metres")
      }
      guard here == (radius != nil) else {
        throw ValidationError(
          here ? "--here needs a --radius in metres" : "--radius needs --here")
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
      // Nobody should walk the outline of a region that cannot be added.
      if circle == nil, !replace { try checkIdentifierIsFree(configuration) }
      let form = try form(configuration)
      let region = properties.region(id)
      try files.change(configuration, isCreating: true) { document throws(Problems) in
        try region.add(as: form, to: &document, isReplacing: replace)
      } messages: { outcome in
        outcome.regions.filter { $0.id == id }.map { region in
          "\(replace ? "put" : "added") \(id): \(RegionDescription(region).summary)"
        }
      }
    }

    private func checkIdentifierIsFree(_ configuration: Configuration) throws {
      if let problem = files.fleet(configuration)?.refusal(ofAdding: id) {
        Log.write(problem)
        throw ExitCode(1)
      }
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
        guard parts.count == 3, parts.allSatisfy({ JSONSource.number($0) != nil }) else {
          throw ValidationError(
            "--circle \(circle): give latitude, longitude and radius, such as 51.501,-0.142,60")
        }
        return .circle(latitude: parts[0], longitude: parts[1], radius: parts[2])
      }
      if let polygon {
        return .geometry(try Problem.orEnd { try PolygonText(path: polygon) })
      }
      if let around, let offset { return .band(around: around, offset: offset) }
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

/// The properties of a new region other than its shape.
struct RegionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A text that is shown with its events.", valueName: "text"))
  var note: String?

  @Option(
    help: ArgumentHelp(
      "The time inside before a dwell event, such as 5m or 90s.", valueName: "time"),
    transform: TimeArgument.read)
  var dwell: TimeArgument?

  @Option(
    help: ArgumentHelp("Metres past the border before a crossing counts.", valueName: "metres"))
  var cushion: Double?

  @Option(
    help: ArgumentHelp("The time past the border before a crossing counts.", valueName: "time"),
    transform: TimeArgument.read)
  var linger: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The certainty that a crossing needs before it counts.", valueName: "quick|even|quiet"),
    completion: .list(Sense.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var sense: Sense?

  @Option(
    help: ArgumentHelp(
      "The time to the border at which the approach cue begins, such as 10s.", valueName: "time"),
    transform: TimeArgument.read)
  var approach: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The side from which the cue begins; inside if not given.", valueName: "inside|outside|both"),
    completion: .list(ApproachRule.Side.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var approachFrom: ApproachRule.Side?

  @Option(
    help: ArgumentHelp("The limit of speed in km/h.", valueName: "km/h"))
  var maxSpeed: Double?

  @Option(
    help: ArgumentHelp(
      "The time over the limit before it is reported; 3s if not given.", valueName: "time"),
    transform: TimeArgument.read)
  var speedLinger: TimeArgument?

  @Option(
    help: ArgumentHelp("The region that has to report first.", valueName: "region"),
    completion: .regions)
  var after: String?

  @Flag(help: "Report once, until the course is reset.")
  var once = false

  @Option(
    help: ArgumentHelp("A signal of the configuration, for this region alone.", valueName: "name"))
  var signal: String?

  @Option(
    name: .customLong("class"), help: ArgumentHelp("A name that regions share.", valueName: "name"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "When watching ends, such as 2026-07-01T00:00:00Z.", valueName: "time"))
  var expires: String?

  @Option(
    help: ArgumentHelp(
      "The hours in which the region reports, such as \"Mo-Fr 07:00-16:00\".", valueName: "hours"),
    transform: Self.readHours)
  var active: Schedule?

  @Flag(help: "Report the carrier's side when a span of the hours begins.")
  var atStart = false

  @Flag(help: "Sound an event until it is acknowledged.")
  var latch = false

  /// Reads hours from a text; wrong ones are refused before you walk.
  private static func readHours(_ text: String) throws -> Schedule {
    do throws(Schedule.Mistake) {
      return try Schedule(text)
    } catch {
      throw ValidationError("character \(error.offset + 1): \(error.wrong); \(error.remedy)")
    }
  }

  @Option(
    help: ArgumentHelp(
      "The time between reminders on the wrong side, such as 60s or 5m.", valueName: "time"),
    transform: TimeArgument.read)
  var remind: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The wrong side; outside if not given.", valueName: "outside|inside"),
    completion: .list(ReminderRule.Side.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var remindSide: ReminderRule.Side?

  @Option(
    help: ArgumentHelp(
      "The number of reminders before the last one; 20 if not given.", valueName: "count"))
  var remindAtMost: Int?

  func validate() throws {
    guard maxSpeed != nil || speedLinger == nil else {
      throw ValidationError("--speed-linger needs --max-speed")
    }
    guard active != nil || !atStart else { throw ValidationError("--at-start needs --active") }
    guard remind != nil || remindSide == nil && remindAtMost == nil else {
      throw ValidationError("--remind-side and --remind-at-most go with --remind")
    }
  }

  func region(_ id: String) -> NewRegion {
    var region = NewRegion(id: id)
    region.add("note", note)
    region.add("dwell", dwell?.seconds)
    region.add("cushion", cushion)
    region.add("linger", linger?.seconds)
    region.add("sense", sense?.rawValue)
    region.add("remind", remind?.seconds)
    region.add("remindSide", remindSide?.rawValue)
    region.add("remindAtMost", remindAtMost.map(Double.init))
    region.add("approach", approach?.seconds)
    region.add("approachFrom", approachFrom?.rawValue)
    region.add("maxSpeed", maxSpeed)
    region.add("speedLinger", speedLinger?.seconds)
    region.add("after", after)
    region.add("once", once)
    region.add("signal", signal)
    region.add("class", category)
    region.add("expires", expires)
    region.add("active", active?.description)
    region.add("atStart", atStart)
    region.add("latch", latch)
    return region
  }
}
