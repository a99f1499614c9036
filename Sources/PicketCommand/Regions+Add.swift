import ArgumentParser
import Base
import Commands
import Geofence
import Picket
import RegionFiles

extension Regions {
  /// `picket regions add`: a circle, a gate, a band, the place where you stand, or an outline that you walk.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Add a region: a circle, a gate, a band, the place where you stand, or an outline that you walk.",
      discussion: """
        --here uses the mean of the fixes of ten seconds. They come from gpsd itself: no \
        controller need run. --walk records until Enter, Ctrl-C or the time of --for, closes the \
        outline where you came back to it, and leaves out corners that errors may have made. \
        --gate --here asks for Enter at the other end. Without a terminal the same command makes \
        the gate there, within half an hour. A circle of --exclude becomes a disabled region, orchard-hole.

          picket regions add orchard --circle 51.501,-0.142,60 --dwell 5m
          picket regions add field --polygon field.geojson
          picket regions add gate --here --radius 15
          picket regions add finish --gate 51.5,-0.14,51.51,-0.14 --once
          picket regions add start --gate --here
          picket regions add yard --circle 51.5,-0.14,60 --exclude pond,shed
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

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "A line that is crossed: its ends, or the places where you stand.",
        valueName: "lat,lon,lat,lon|--here"))
    var gate: String?

    @Flag(help: "Replace the region that has this identifier.")
    var replace = false

    @Flag(help: "A circle around the place where you stand, or an end of a gate there.")
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
      let isHere = here && gate == nil
      let forms =
        [circle, polygon, around, gate].compactMap { $0 }.count
        + [isHere, walk].filter { $0 }.count
      guard forms == 1 else {
        throw ValidationError(
          "give one of --circle LAT,LON,RADIUS, --polygon FILE, --here, --walk, --around REGION and "
            + "--gate LAT,LON,LAT,LON")
      }
      guard (around == nil) == (offset == nil) else {
        throw ValidationError(
          around == nil ? "--offset needs --around" : "--around needs an --offset in metres")
      }
      guard isHere == (radius != nil) else {
        throw ValidationError(
          isHere ? "--here needs a --radius in metres" : "--radius needs --here")
      }
      if let gate { _ = try GateEnds.typed(gate, isHere: here) }
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
      guard let form = try form(configuration) else { return }
      let region = properties.region(id)
      try files.change(configuration, isCreating: true) { document throws(Problems) in
        try region.add(as: form, to: &document, isReplacing: replace)
      } messages: { outcome in
        outcome.regions.filter { $0.id == id }.map { region in
          "\(replace ? "put" : "added") \(id): \(RegionDescription(region).summary)"
        }
      }
      if gate != nil { GateEnds(id, configuration).forget() }
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

    /// The form of the region; `nil` for a gate whose other end is recorded later.
    private func form(_ configuration: Configuration) throws -> NewRegion.Form? {
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
      if let gate {
        let typed = try GateEnds.typed(gate, isHere: here)
        if typed.count == 2 { return .gate(typed[0], typed[1]) }
        return try GateEnds(id, configuration).form(from: typed.first)
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
