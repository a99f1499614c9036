import Base
import Foundation
import RegionFiles
import Testing

/// Formats that are named, and the lists of OwnTracks and Home Assistant, which are read.
struct ForeignFormatTests {
  // MARK: Named

  private static let traccar = """
    [{"id":1,"name":"Yard","area":"CIRCLE (55.75414 37.6204, 100)","calendarId":0,"attributes":{}},
    {"id":2,"name":"Field","area":"POLYGON ((50 10, 50 10.01, 50.01 10.01, 50.01 10, 50 10))"},
    {"id":3,"name":"Lane","area":"LINESTRING (50 10, 50 10.01)"}]
    """
  private static let plan = """
    {"fileType":"Plan","geoFence":{"circles":[{"circle":{"center":[47.397,8.545],"radius":100.5},
    "inclusion":true,"version":1}],"polygons":[{"inclusion":true,"polygon":[[47.39,8.54],
    [47.40,8.54],[47.40,8.55]],"version":1}],"version":2},"groundStation":"QGroundControl",
    "mission":{"items":[]},"version":1}
    """
  private static let fence =
    "#saved by Mission Planner 1.3.80\n50.0005\t10.001\n50.0\t10.0\n50.0\t10.002\n50.001\t10.002\n"
    + "50.001\t10.0\n50.0\t10.0\n"
  private static let esri = """
    {"geometryType":"esriGeometryPolygon","spatialReference":{"wkid":4326},"fields":[{"name":"name",
    "type":"esriFieldTypeString"}],"features":[{"attributes":{"name":"Field"},"geometry":{"rings":
    [[[10,50],[10.1,50.1],[10.1,50],[10,50]]]}}]}
    """
  private static let topology = """
    {"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Polygon",
    "arcs":[[0]],"properties":{"name":"Field"}}]}},"arcs":[[[10,50],[10.1,50.1],[10.1,50],[10,50]]]}
    """
  private static func database(_ kind: String) -> [UInt8] {
    Array("SQLite format 3\0\(String(repeating: "\0", count: 52))\(kind)".utf8)
  }

  private static let ogr = "ogr2ogr -f GeoJSON -t_srs EPSG:4326 OUT.geojson IN"

  private static let page = "Regions.md has a command that converts it"

  private struct Named: Sendable {
    let noun: String
    let command: String
    let bytes: [UInt8]

    init(_ noun: String, _ command: String, _ bytes: [UInt8]) {
      (self.noun, self.command, self.bytes) = (noun, command, bytes)
    }

    init(_ noun: String, _ command: String, _ text: String) {
      self.init(noun, command, Array(text.utf8))
    }
  }

  private static let named: [Named] = [
    Named("a list of Traccar's geofences", page, traccar),
    Named("a plan of QGroundControl", page, plan),
    Named("the JSON of Esri", ogr, esri),
    Named("TopoJSON", "ogr2ogr -f GeoJSON OUT.geojson IN", topology),
    Named("a shapefile", ogr, [0, 0, 0x27, 0x0a, 0, 0]),
    Named("a GeoPackage", ogr, database("GPKG")),
    Named("an SQLite database", ogr, database("")),
    Named("a FlatGeobuf", ogr, "fgb\u{3}fgb\u{1}"),
    Named("GML", ogr, "<gml:FeatureCollection xmlns:gml=\"g\"/>"),
    Named("an extract of OpenStreetMap", "ogr2ogr -f GeoJSON OUT.geojson IN multi", "<osm/>"),
    Named(
      "a TCX of Garmin", "gpsbabel -i gtrnctr -f IN -o gpx -F OUT.gpx", "<TrainingCenterDatabase/>"),
    Named("NMEA", "gpsbabel -i nmea -f IN -o gpx -F OUT.gpx", "$GPGGA,1"),
    Named("a table", page, "name,lat,lon\na,50,10\n"),
    Named("packed by xz", "xz -dk IN", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
    Named("packed by zstd", "zstd -d IN", [0x28, 0xb5, 0x2f, 0xfd]),
    Named("a packed 7z archive", "7z x IN", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
    Named("a fence of Mission Planner", page, fence),
    Named(
      "an IGC of a glider", "gpsbabel -i igc -f IN -o gpx -F OUT.gpx", "AXXX1\r\nHFDTE030626\r\n"),
    Named("a CSV of GPSLogger", "gpsbabel -i unicsv -f IN -o", "time,lat,lon,ele\n1,50,10,1\n"),
    Named("a recording of OwnTracks", "picket regions add", #"{"_type":"location","lat":50}"#),
    Named(
      "a recording of OwnTracks", "picket regions add",
      "2026-06-03T09:00:00Z\t*   \t{\"_type\":\"location\",\"lat\":50}"),
    Named(
      "a recording of OwnTracks", "picket regions add",
      "owntracks/ann/phone {\"_type\":\"location\",\"lat\":50}"),
    Named(
      "a recording of gpsd", "picket regions add", "2026-06-03 09:00:00: {\"class\":\"VERSION\"}"),
    Named("a list of places without radius", page, #"[{"name":"A","lat":50,"lng":10}]"#),
    Named("packed by bzip2", "bunzip2 -k IN", "BZh9"),
    Named("the JSON of Overpass", "osmtogeojson IN > ", "{\"version\":0.6,\"elements\":[]}"),
    Named(
      "a recording of gpsd", "picket regions add NAME --walk --capture IN",
      "{\"class\":\"TPV\",\"mode\":3}\n{\"class\":\"TPV\",\"mode\":3}\n"),
    Named(
      "GeoJSON in EPSG:3857", ogr,
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"#
        + #""urn:ogc:def:crs:EPSG::3857"}},"features":[{"type":"Feature","geometry":"#
        + #"{"type":"LineString","coordinates":[[1113194,6446275],[1113294,6446275]]}}]}"#),
  ]

  @Test func formatIsNamedWithItsCommand() {
    for format in Self.named {
      let words = "f: this is \(format.noun), which is not read; \(format.command)"
      let refusal = ImportedFile.refusal(of: format.bytes) ?? "it is read"
      #expect(refusal.hasPrefix(words), "\(refusal)")
    }
  }

  @Test func formatInAnArchiveIsNamed() {
    #expect(
      ImportedFile.refusal(of: ZipBytes(["my map/a.dbf": "", "my map/a b.shp": "x"]).bytes)
        == "f: there is a shapefile in this zip archive, which is not read; unpack the archive; "
        + "then: \(Self.ogr)")
  }

  @Test func metresAreNamedWithTheUsualSystem() {
    let place = #"{"type":"Point","coordinates":[1113194.9,6446275.8]}"#
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":\#(place)}]}"#
    #expect(
      ImportedFile.refusal(of: Array(text.utf8))
        == "f: this is GeoJSON in metres of a system that it does not name, which is not read; for "
        + "that of web maps: ogr2ogr -f GeoJSON -s_srs EPSG:3857 -t_srs EPSG:4326 OUT.geojson IN")
  }

  /// The commands of the messages and of the page about regions, where the programs are installed.
  @Test(arguments: [
    (traccar, "/usr/bin/jq", "traccar.json", ["yard", "field", "lane"]),
    (plan, "/usr/bin/jq", "fields.plan", ["feature", "feature-2"]),
    (
      #"[{"name":"A","lat":50,"lng":10},{"name":"B","lat":"50.5","lng":10}]"#, "/usr/bin/jq",
      "places.json", ["a", "b"]
    ), (fence, "/usr/bin/awk", "fields.fence", ["feature"]),
    ("POLYGON ((10 50, 10.1 50, 10.1 50.1, 10 50))\n", "/usr/bin/ogr2ogr", "fields.wkt", ["1"]),
    ("SRID=4326;POINT Z (10 50 3)\n", "/usr/bin/ogr2ogr", "fields.wkt", ["1"]),
    (esri, "/usr/bin/ogr2ogr", "IN", ["field"]), (topology, "/usr/bin/ogr2ogr", "IN", ["field"]),
  ])
  func commandOfTheMessageConverts(
    _ text: String, _ program: String, _ name: String, _ regions: [String]
  ) throws {
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: name)
    let remedy = ImportedFile.refusal(of: Array(text.utf8))?.split(separator: "; ").last ?? ""
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let guide = try String(
      contentsOfFile: "/\(root)/Sources/Picket/Picket.docc/Regions.md", encoding: .utf8)
    let command =
      name == "IN"
      ? remedy.replacing("OUT.geojson", with: "fields.geojson")
      : guide.split(separator: "\n").first { $0.contains(" \(name)") } ?? ""
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let child = try Subprocess.start(
      ["env", "-C", folder.path, "sh", "-c", String(command)], null, null, remedy: "")
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    #expect(status == 0, "\(command)")
    let converted = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/fields.geojson"))
    #expect(try ImportedFile(Array(converted)).regions == regions)
  }

  // MARK: OwnTracks

  private static func waypoint(_ name: String, _ more: String = #","rad":80"#) -> String {
    #"{"_type":"waypoint","desc":"\#(name)","lat":50.5,"lon":10.25,"tst":1437552714\#(more)}"#
  }

  private static let waypoints: [String] = [
    waypoint("Home"), "[\(waypoint("Home"))]",
    #"{"_type":"waypoints","waypoints":[\#(waypoint("Home"))],"_creator":"x"}"#,
    #"{"_type":"configuration","mode":0,"waypoints":[\#(waypoint("Home"))]}"#,
    #"{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","waypoints":["#
      + waypoint("Home") + "]}}",
    waypoint("Home") + "\n",
  ]

  @Test(arguments: waypoints)
  func waypointsOfOwnTracksAreCircles(_ text: String) throws {
    let found = try ImportedFile(text)
    #expect(found.shapes == ["home: circle of 80 m, from waypoint \"Home\""], "\(found.problems)")
    #expect(found.positions() == [10.25, 50.5])
    #expect(found.document.features.first?["properties"]?["tst"]?.line == "1437552714")
  }

  @Test(arguments: ["", #","rad":0"#, #","rad":null"#])
  func waypointWithoutARadiusHasThatOfTheOption(_ more: String) throws {
    let found = try ImportedFile(Self.waypoint("Home", more))
    #expect(found.shapes == ["home: circle of 20 m, from waypoint \"Home\""])
  }

  @Test func waypointWithoutAPlaceIsNamed() throws {
    let found = try ImportedFile(
      #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"Beacon","rad":5},"#
        + Self.waypoint("Home") + "]}")
    #expect(found.regions == ["home"])
    #expect(
      found.problems == ["f: \"Beacon\": it has no lon; write the number in degrees"])
  }

  // MARK: Home Assistant

  private static let zone =
    #"{"id":"abc","name":"Work","latitude":50.5,"longitude":10.25,"radius":80.0,"passive":false}"#
  private static let state =
    #"{"entity_id":"zone.work","state":"0","attributes":{"latitude":50.5,"longitude":10.25,"#
    + #""radius":80,"passive":false,"persons":[],"friendly_name":"Work"},"last_changed":"x"}"#

  private static let zones: [String] = [
    #"{"version":1,"minor_version":1,"key":"core.zone","data":{"items":[\#(zone)]}}"#,
    "[\(state)]", state, #"[{"entity_id":"sun.sun","state":"x","attributes":{}},\#(state)]"#,
    #"{"id":5,"type":"result","success":true,"result":[\#(zone)]}"#,
    "zone:\n  - name: Work\n    latitude: 50.5\n    longitude: 10.25\n    radius: 80\n",
    "homeassistant:\n  latitude: 1\n\nzone:\n- name: 'Work'  # here\n  latitude: 50.5\n"
      + "  longitude: \"10.25\"\n  radius: 80\n  passive: true\nscript: !include a.yaml\n",
    "- name: Work\n  radius: 80\n  latitude: 50.5\n  longitude: 10.25\n  icon: mdi:worker\n",
    "zone:\n  name: Work\n  latitude: 50.5\n  longitude: 10.25\n  radius: 80\n",
    "zone work:\n  - {name: Work, latitude: 50.5, longitude: 10.25, radius: 80}\n",
    "zone:\r\n  -\r\n    name: Work\r\n    latitude: 50.5\r\n    longitude: 10.25\r\n    radius: 80\r\n",
  ]

  @Test(arguments: zones)
  func zonesOfHomeAssistantAreCircles(_ text: String) throws {
    let found = try ImportedFile(text)
    #expect(found.shapes == ["work: circle of 80 m, from zone \"Work\""], "\(found.problems)")
    #expect(found.positions() == [10.25, 50.5])
  }

  @Test(arguments: [("lat", "lng"), ("lat", "lon"), ("latitude", "longitude")])
  func placesWithARadiusAreCircles(_ north: String, _ east: String) throws {
    let found = try ImportedFile(
      #"[{"name":"Yard","\#(north)":50.5,"\#(east)":"10.25","radius":"0.15 km"}]"#)
    #expect(found.shapes == ["yard: circle of 150 m, from zone \"Yard\""])
    #expect(found.positions() == [10.25, 50.5])
  }

  @Test func zoneWithoutARadiusHasAHundredMetres() throws {
    let found = try ImportedFile("zone:\n  - name: A\n    latitude: 50\n    longitude: 10\n")
    #expect(found.shapes == ["a: circle of 100 m, from zone \"A\""])
  }

  @Test func severalZonesAreRead() throws {
    let text = """
      # zones
      zone:
        - name: "Bert's #1"
          latitude: 50
          longitude: 10

        - name: Gym
          longitude: 10.5
          latitude: !secret gym
        - name: Far
          latitude: 95
          longitude: 10
      zone more:
        - name: Hut
          latitude: 51
          longitude: 11
      """
    let found = try ImportedFile(text)
    #expect(found.regions == ["bert-s-1", "hut"])
    #expect(
      found.problems == [
        "f:7:1: \"Gym\": latitude is \"!secret gym\"; write the number in degrees",
        "f:10:1: \"Far\": latitude 95 is out of range; give degrees from -90 to 90",
      ])
  }

  @Test func includedZonesAreNamed() throws {
    let found = try ImportedFile("zone: !include zones.yaml\n")
    #expect(
      found.problems == [
        "f:1:1: its zones are in \"zones.yaml\", which is not read; import that file, too"
      ])
  }

  @Test(arguments: ["- a\n- b: c\n", "hello: world\n", "title\n====\n", "- id: x\n  trigger: y\n"])
  func otherTextIsRefused(_ text: String) {
    #expect(
      ImportedFile.refusal(of: Array(text.utf8))
        == "f: this is neither GeoJSON nor XML; give a GeoJSON, GPX or KML file")
  }
}
