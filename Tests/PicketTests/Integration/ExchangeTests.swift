import Base
import Foundation
import Geofence
import Picket
@testable import RegionFiles
import Testing

/// Round trips through other programs, where they are installed: `Tests/Rigs/exchange/run` installs them.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ExchangeTests {
  private static let gpsbabel = "/usr/bin/gpsbabel"
  private static let ogr2ogr = "/usr/bin/ogr2ogr"

  private static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  /// One region of each shape, with all properties.
  private static let regions = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"orchard","properties":{"radius":60.5,"note":"Ladders & <b>apples</b> \\"by\\" the gate; Višnjan","dwell":300,"cushion":2.5,"linger":3,"class":"fruit","expires":"2030-06-03T09:00:00Z","exclude":["pond","ditch"]},"geometry":{"type":"Point","coordinates":[-0.1420001,51.5010002,12.5]}},
    {"type":"Feature","id":"gate","properties":{"radius":15,"notifyOnEntry":false},"geometry":{"type":"Point","coordinates":[-0.14,51.5]}},
    {"type":"Feature","id":"meadow","properties":{"note":"Keep off","enabled":false},"geometry":{"type":"Polygon","coordinates":[[[0,51],[0.01,51],[0.01,51.01],[0,51.01],[0,51]],[[0.002,51.002],[0.004,51.002],[0.004,51.004],[0.002,51.002]]]}},
    {"type":"Feature","id":"pond","properties":{"notifyOnExit":false},"geometry":{"type":"MultiPolygon","coordinates":[[[[1,51],[1.01,51],[1.01,51.01],[1,51]]],[[[2,51],[2.01,51],[2.01,51.01],[2,51]]]]}},
    {"type":"Feature","id":"ditch","properties":{"width":12.25},"geometry":{"type":"LineString","coordinates":[[0,50],[0.01,50],[0.01,50.01]]}},
    {"type":"Feature","id":"paths","properties":{"width":4},"geometry":{"type":"MultiLineString","coordinates":[[[0,49],[0.01,49]],[[0,49.01],[0.01,49.01]]]}}
    ]}
    """

  private let folder: TemporaryFolder
  private let original: RegionsDocument

  init() throws {
    folder = try TemporaryFolder()
    original = try RegionsDocument(Self.regions, file: "r")
    _ = try folder.write(Self.regions, to: "r.geojson")
    _ = try folder.write(GPXWriter.text(of: original), to: "r.gpx")
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Runs a program in the folder of the files.
  ///
  /// Not with Foundation's `Process`: it waits for a socket to close that a process of another test
  /// may have inherited, and so for the end of that test.
  private func run(_ program: String, _ arguments: String...) throws {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let child = try Subprocess.start(
      ["env", "-C", folder.path, program] + arguments, null, null, remedy: "install it")
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    try #require(status == 0, "\(program) \(arguments)")
  }

  private func imported(
    _ name: String, _ options: (inout RegionImport) -> Void = { _ in }
  ) throws -> RegionsDocument {
    var source = try RegionImport(path: path(name))
    options(&source)
    var document = RegionsDocument(file: "r")
    let outcome = source.add(to: &document, rules: Configuration().regionRules)
    #expect(outcome.problems.isEmpty, "\(outcome.problems)")
    return document
  }

  /// The numbers of a geometry, flat.
  private func numbers(_ json: JSON?) -> [Double] {
    switch json {
    case .number(let number)?: [number]
    case .array(let elements)?: elements.flatMap(numbers)
    default: []
    }
  }

  /// The positions of a geometry, two numbers each: a program may add a height.
  private func positions(_ json: JSON?) -> [[Double]] {
    guard case .array(let elements)? = json else { return [] }
    if case .number? = elements.first { return [numbers(json).prefix(2).map { $0 }] }
    return elements.flatMap(positions)
  }

  /// Whether all regions are there, with their shapes to a millimetre and all properties.
  private func expectSame(_ document: RegionsDocument, heights: Bool = true) throws {
    #expect(Set(document.identifiers) == Set(original.identifiers))
    for feature in original.features {
      let id = RegionsDocument.identifier(of: feature)
      let found = document.features.first { RegionsDocument.identifier(of: $0) == id }
      let back = try #require(found, "\(id ?? "")")
      #expect(back["geometry"]?["type"] == feature["geometry"]?["type"])
      let (old, new) = (
        feature["geometry"]?["coordinates"]?.json, back["geometry"]?["coordinates"]?.json
      )
      #expect(positions(old).count == positions(new).count)
      for (one, two) in zip(positions(old).joined(), positions(new).joined()) {
        #expect(abs(one - two) < 1e-8)
      }
      if heights, id == "orchard" { #expect(numbers(new).last == 12.5) }
      for member in feature["properties"]?.members ?? [] {
        #expect(
          back["properties"]?[member.name]?.json == member.value.json, "\(id ?? "") \(member.name)")
      }
    }
  }

  @Test(.enabled(if: isInstalled(gpsbabel))) func gpsbabelKeepsAllOfAGPX() throws {
    try run(Self.gpsbabel, "-i", "gpx", "-f", "r.gpx", "-o", "gpx,gpxver=1.1", "-F", "back.gpx")
    try expectSame(try imported("back.gpx"))
  }

  @Test(.enabled(if: isInstalled(ogr2ogr)), arguments: ["GeoJSON", "KML", "LIBKML"])
  func ogrKeepsAllOfAGeoJSON(_ format: String) throws {
    let back = format == "GeoJSON" ? "back.geojson" : "back.kml"
    try run(Self.ogr2ogr, "-f", format, back, "r.geojson")
    try expectSame(try imported(back))
  }

  /// Its main document links the layers.
  @Test(.enabled(if: isInstalled(ogr2ogr))) func ogrKeepsAllOfAGeoJSONInKMZ() throws {
    try run(Self.ogr2ogr, "-f", "LIBKML", "back.kmz", "r.geojson")
    try expectSame(try imported("back.kmz"))
  }

  @Test(.enabled(if: isInstalled(ogr2ogr)), arguments: ["RS=NO", "RS=YES"])
  func ogrKeepsAllOfAGeoJSONInASequence(_ option: String) throws {
    try run(Self.ogr2ogr, "-f", "GeoJSONSeq", "-lco", option, "back.geojsons", "r.geojson")
    let document = try imported("back.geojsons")
    #expect(document.identifiers == original.identifiers)
    for (back, feature) in zip(document.features, original.features) {
      // RFC 7946 turns some rings around.
      let (old, new) = (
        feature["geometry"]?["coordinates"]?.json, back["geometry"]?["coordinates"]?.json
      )
      #expect(Set(positions(old)) == Set(positions(new)))
    }
  }

  @Test(
    .enabled(if: isInstalled(ogr2ogr)),
    arguments: [
      ("ESRI Shapefile", "a.shp"), ("GPKG", "a.gpkg"), ("FlatGeobuf", "a.fgb"), ("GML", "a.gml"),
    ])
  func namedCommandConvertsWhatIsNotRead(_ format: String, _ name: String) throws {
    try run(
      Self.ogr2ogr, "-f", format, name, "r.geojson", "-select", "note", "-where",
      "OGR_GEOMETRY = 'POLYGON'")
    do throws(Problem) {
      _ = try RegionImport(path: path(name))
      Issue.record("\(name) is read")
    } catch {
      let command = try #require(error.remedy)
      try run(
        "sh", "-c",
        command.replacing("OUT.geojson", with: path("a.geojson")).replacing(
          " IN", with: " \(path(name))")
      )
    }
    let document = try imported("a.geojson")
    let old = original.features[2]["geometry"]?["coordinates"]?.json
    // Some formats turn rings around.
    let corners = positions(document.features[0]["geometry"]?["coordinates"]?.json)
    #expect(document.features.count == 1)
    #expect(Set(corners) == Set(positions(old)))
  }

  @Test(.enabled(if: isInstalled(ogr2ogr))) func ogrReadsNamesNotesAndPlaces() throws {
    try run(Self.ogr2ogr, "-f", "GeoJSON", "points.geojson", "r.gpx", "waypoints")
    try run(Self.ogr2ogr, "-f", "GeoJSON", "tracks.geojson", "r.gpx", "tracks")
    let points = try RegionsDocument(path: path("points.geojson")).features
    #expect(points.map { $0["properties"]?["name"]?.text } == ["orchard", "gate"])
    #expect(
      points[0]["properties"]?["desc"]?.text == original.features[0]["properties"]?["note"]?.text)
    let tracks = try RegionsDocument(path: path("tracks.geojson")).features
    #expect(
      tracks.map { $0["properties"]?["name"]?.text } == ["meadow", "pond", "ditch", "paths"])
    for (track, feature) in zip(tracks, original.features.dropFirst(2)) {
      let (old, new) = (
        feature["geometry"]?["coordinates"]?.json, track["geometry"]?["coordinates"]?.json
      )
      #expect(positions(old) == positions(new))
    }
  }

  @Test(.enabled(if: isInstalled(ogr2ogr))) func ogrsGPXIsImported() throws {
    try run(
      Self.ogr2ogr, "-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES", "-nlt", "POINT25D", "back.gpx",
      "r.geojson", "-sql",
      "SELECT id AS name, note AS \"desc\" FROM r WHERE radius > 0")
    let document = try imported("back.gpx") { $0.radius = 20 }
    #expect(document.identifiers == ["orchard", "gate"])
    let first = try #require(document.features.first)
    #expect(positions(first["geometry"]?["coordinates"]?.json) == [[-0.1420001, 51.5010002]])
    // Other programs have markup in descriptions.
    let note = try #require(original.features[0]["properties"]?["note"]?.text)
    #expect(first["properties"]?["note"]?.text == note.withoutMarkup)
  }

  @Test(.enabled(if: isInstalled(gpsbabel))) func gpsbabelsKMLIsImported() throws {
    try run(
      Self.gpsbabel, "-w", "-t", "-i", "gpx", "-f", "r.gpx", "-o",
      "kml,points=0,trackdata=0", "-F", "back.kml")
    let document = try imported("back.kml") {
      $0.radius = 20
      $0.width = 5
    }
    // gpsbabel names every track "Path", and uses the name of the track for a folder.
    #expect(
      document.identifiers == ["orchard", "gate", "path", "path-2", "path-3", "path-4"])
    let (old, new) = (original.features[4], document.features[4])
    #expect(
      positions(old["geometry"]?["coordinates"]?.json)
        == positions(new["geometry"]?["coordinates"]?.json))
  }
}
