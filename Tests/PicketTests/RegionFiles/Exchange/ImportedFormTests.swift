import Base
import Foundation
import Geofence
import Picket
import RegionFiles
import Testing

/// Files in the forms that other programs write, as `import --radius 20 --width 10` reads them.
struct ImportedFormTests {
  private static func imported(
    _ bytes: [UInt8], _ options: (inout RegionImport) -> Void = { _ in }
  ) throws -> ImportedFile {
    try ImportedFile(bytes, options)
  }

  private static func imported(
    file name: String, _ options: (inout RegionImport) -> Void = { _ in }
  ) throws -> ImportedFile {
    try ImportedFile(file: name, options)
  }

  @Test(
    arguments: [
      ("there-and-back.gpx", ["ditch: corridor 10 m wide, 802 m long, from track \"Ditch\""]),
      ("figure-eight.gpx", ["trail: corridor 10 m wide, 477 m long, from track \"Trail\""]),
      (
        "null-radius.geojson",
        [
          "gate: circle of 20 m, from feature \"Gate\"",
          "well: circle of 40 m, from feature \"Well\"",
        ]
      ),
      ("undeclared-prefix.gpx", ["gate: circle of 20 m, from waypoint \"Gate\""]),
      ("html-entity.kml", ["gate: circle of 20 m, from placemark \"Gate\""]),
      ("windows-1252.gpx", ["wäldchen: circle of 20 m, from waypoint \"Wäldchen\""]),
      (
        "ogr-names.geojson",
        [
          "gate: circle of 20 m, from feature \"Gate\"",
          "well: circle of 20 m, from feature \"Well\"",
        ]
      ),
      (
        "proximity.gpx",
        [
          "gate: circle of 150 m, from waypoint \"Gate\"",
          "well: circle of 35 m, from waypoint \"Well\"",
        ]
      ),
      (
        "qgis-ids.kml",
        [
          "north-field: area, 79.74 ha, from placemark \"North field\"",
          "south-field: area, 39.87 ha, from placemark \"South field\"",
        ]
      ),
      ("document-root.kml", ["gate: circle of 20 m, from placemark \"Gate\""]),
      ("held-prefixed.kml", ["a: circle of 20 m, from placemark \"A\""]),
      ("held-utf-16.gpx", ["wäldchen: circle of 20 m, from waypoint \"Wäldchen\""]),
      (
        "held-numbers.gpx",
        [
          "plus-and-zero: circle of 20 m, from waypoint \"plus and zero\"",
          "points: circle of 20 m, from waypoint \"points\"",
          "powers: circle of 20 m, from waypoint \"powers\"",
        ]
      ),
    ] as [(String, [String])])
  func fileBecomesTheRegionsMeant(_ name: String, _ shapes: [String]) throws {
    let found = try Self.imported(file: name)
    #expect(found.shapes == shapes)
    #expect(found.problems.isEmpty)
  }

  @Test func nullAsIdentifierIsNone() throws {
    let found = try ImportedFile(
      #"""
      {"type": "FeatureCollection", "features": [{"type": "Feature", "id": null,
        "properties": {"name": "Gate"}, "geometry": {"type": "Point", "coordinates": [10, 50]}}]}
      """#)
    #expect(found.problems.isEmpty)
    #expect(found.shapes == [#"gate: circle of 20 m, from feature "Gate""#])
  }

  @Test func collectionsInACollectionAreRead() throws {
    let found = try ImportedFile(
      #"""
      {"type": "FeatureCollection", "features": [
        {"type": "FeatureCollection", "features": [{"type": "Feature",
          "properties": {"name": "Gate"}, "geometry": {"type": "Point", "coordinates": [10, 50]}}]},
        {"type": "Feature", "properties": {"name": "Well"},
          "geometry": {"type": "Point", "coordinates": [11, 50]}}]}
      """#)
    #expect(found.problems.isEmpty)
    #expect(found.regions == ["gate", "well"])
  }

  @Test func emptyMultiPolygonIsNotDroppedInSilence() throws {
    let found = try Self.imported(file: "empty-multipolygon.geojson")
    #expect(found.document.identifiers == ["north-field"])
    #expect(found.problems == ["f: \"South field\": its geometry is empty; draw it, or remove it"])
  }

  @Test func sameNamesAreNumbered() throws {
    let found = try Self.imported(file: "held-same-names.gpx")
    #expect(found.document.identifiers == ["wp", "wp-2", "wp-3", "w-p", "w-p-2"])
  }

  @Test func numbersKeepTheirValues() throws {
    let found = try Self.imported(file: "held-numbers.gpx")
    let places = found.document.features.map { $0["geometry"]?["coordinates"]?.line }
    #expect(places == ["[10.25, 50]", "[10, 0.5]", "[1.0e+1, 5.0E1]"])
  }

  // MARK: Lines and areas

  /// A track of these positions: north and east in metres.
  private static func track(_ places: [(Double, Double)], segments: Int = 1) -> [UInt8] {
    let points = places.map { north, east in
      "<trkpt lat=\"\(50 + north / 111_229)\" lon=\"\(10 + east / 71_696)\"/>"
    }.joined()
    let text = String(repeating: "<trkseg>\(points)</trkseg>", count: segments)
    return Array(
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>T</name>\(text)</trk></gpx>"
        .utf8)
  }

  private static let square = [(0.0, 0.0), (100, 0), (100, 100), (0, 100), (0, 0)]
  private static let sliver = [(0.0, 0.0), (100, 0), (200, 0), (200, 4), (100, 4), (0, 4), (0, 0)]

  @Test func wideRingIsAnArea() throws {
    let found = try Self.imported(Self.track(Self.square))
    #expect(found.shapes == ["t: area, 10000 m², from track \"T\""])
  }

  @Test func sliverNeedsAWidth() throws {
    #expect(try Self.imported(Self.track(Self.sliver)).shapes.first?.contains("corridor") == true)
    let found = try Self.imported(Self.track(Self.sliver)) { $0.width = nil }
    #expect(
      found.problems == [
        "f:1:64: \"T\": a line needs a width; give --width, or --as area to make it a polygon"
      ] || found.problems.first?.contains("a line needs a width") == true)
  }

  @Test func userDecidesWhatLinesBecome() throws {
    let square = Self.track(Self.square)
    let corridor = try Self.imported(square) { $0.lineUse = .corridor }
    #expect(corridor.shapes == ["t: corridor 10 m wide, 400 m long, from track \"T\""])
    let sliver = try Self.imported(Self.track(Self.sliver)) { $0.lineUse = .area }
    #expect(sliver.shapes.first?.hasPrefix("t: area, ") == true)
    let trail = try Self.imported(file: "figure-eight.gpx") { $0.lineUse = .outline }
    #expect(trail.shapes.first?.hasPrefix("trail: area, ") == true)
    #expect(trail.notices.first?.contains("the outline crosses itself: loops of") == true)
  }

  @Test func crossingTrailWithoutWidthHasARemedy() throws {
    let found = try Self.imported(file: "figure-eight.gpx") { $0.width = nil }
    #expect(
      found.problems.first?.hasSuffix(
        "its line crosses itself, so it has no inside; give --width for a corridor, or --as outline "
          + "for the largest loop") == true)
  }

  @Test func linesOfAFeatureStayOneRegion() throws {
    let open = "[[10,50],[10.01,50]]"
    let closed = "[[10,50],[10.01,50],[10.01,50.01],[10,50.01],[10,50]]"
    let found = try Self.imported(
      Self.feature(#"{"type":"MultiLineString","coordinates":[\#(open),\#(closed)]}"#))
    #expect(found.shapes.count == 1)
    #expect(found.shapes.first?.contains("corridor 10 m wide") == true)
  }

  @Test func checkWarnsOfThinPolygons() throws {
    let found = try Self.imported(Self.track(Self.sliver)) { $0.lineUse = .area }
    let check = RegionsFile.check(
      found.document.text, file: "r", rules: Configuration().regionRules)
    let doubts = RegionDoubts.problems(of: check.regions, file: "r").map(\.description)
    #expect(doubts.contains { $0.contains("it is nowhere wider than ") })
  }

  @Test(arguments: [
    (#""Radius":50"#, 50), (#""RADIUS":"50 m""#, 50), (#""Radius":0"#, 20),
    (#""Radius":"wide""#, 20), (#""radius":30,"RADIUS":50"#, 30),
  ])
  func radiusInCapitalsIsRead(_ property: String, _ radius: Int) throws {
    let point = #"{"type":"Point","coordinates":[10,50]}"#
    let file = try Self.imported(Self.feature(point, "," + property))
    #expect(file.shapes == ["field: circle of \(radius) m, from feature \"Field\""])
  }

  // MARK: Parts

  private static func feature(_ geometry: String, _ properties: String = "") -> [UInt8] {
    Array(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature",
      "properties":{"name":"Field"\(properties)},"geometry":\(geometry)}]}
      """.utf8)
  }

  @Test func strayPointCostsOnlyItself() throws {
    let found = try Self.imported(file: "stray-point.gpx")
    #expect(
      found.problems == ["f:12:1: \"Trail\": a segment has a single point; remove the segment"])
    #expect(found.shapes.count == 1)
  }

  @Test(arguments: [
    (
      #"{"type":"MultiLineString","coordinates":[[[10,50]],[[10,50],[10,50.01]]]}"#,
      "line 1 of 2 has fewer than 2 positions"
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[],[[[10,50],[11,50],[11,51],[10,50]]]]}"#,
      "polygon 1 of 2 is empty"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]],[]]}"#,
      "a hole of polygon 1 of 1 is empty"
    ),
  ])
  func badPartCostsOnlyItself(_ geometry: String, _ words: String) throws {
    let found = try Self.imported(Self.feature(geometry))
    #expect(found.problems.count == 1)
    #expect(found.problems.first?.contains(words) == true)
    #expect(found.shapes.count == 1)
  }

  @Test(arguments: [
    #"{"type":"MultiPolygon","coordinates":[]}"#, #"{"type":"MultiLineString","coordinates":[]}"#,
    #"{"type":"MultiPoint","coordinates":[]}"#, #"{"type":"GeometryCollection","geometries":[]}"#,
    #"{"type":"Polygon","coordinates":[]}"#,
  ])
  func emptyGeometryIsReported(_ geometry: String) throws {
    let found = try Self.imported(Self.feature(geometry))
    #expect(found.problems == ["f: \"Field\": its geometry is empty; draw it, or remove it"])
    #expect(found.shapes.isEmpty)
  }

  @Test func refusalOffersTheRest() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(decoding: Data(Self.track(Self.square, segments: 1)), as: UTF8.self)
        .replacing("</trk>", with: "<trkseg><trkpt lat=\"50\" lon=\"10\"/></trkseg></trk>"),
      to: "t.gpx")
    let regions = "\(folder.path)/r.geojson"
    let refused = try PicketCommandRun("regions", "import", path, "--regions", regions)
    #expect(refused.status == 1)
    #expect(
      refused.log.contains(
        "nothing was imported; --skip-bad imports the other 1 region and leaves out 1 part"))
    let rest = try PicketCommandRun("regions", "import", path, "--skip-bad", "--regions", regions)
    #expect(rest.status == 0, "\(rest.log)")
    #expect(rest.output.hasPrefix("imported 1 region, left out 1:\n  t: area, 10000 m²"))
  }

  // MARK: Properties

  private static let point = #"{"type":"Point","coordinates":[10,50]}"#

  @Test(arguments: [
    (#","radius":null"#, "circle of 20 m"), (#","radius":"""#, "circle of 20 m"),
    (#","radius":"2.5""#, "circle of 2.5 m"), (#","radius":"25 m""#, "circle of 25 m"),
    (#","radius":"30m""#, "circle of 30 m"), (#","radius":40"#, "circle of 40 m"),
  ])
  func radiusIsReadAsWritten(_ property: String, _ words: String) throws {
    let found = try Self.imported(Self.feature(Self.point, property))
    #expect(found.shapes == ["field: \(words), from feature \"Field\""])
  }

  @Test(arguments: [#"active":true"#, #"class":3"#, #"enabled":"yes"#, #"active":"yes"#])
  func collidingPropertyIsKeptUnderAnotherName(_ property: String) throws {
    let ending = property.hasSuffix("yes") ? "\"" : ""
    let found = try Self.imported(Self.feature(Self.point, ",\"\(property)\(ending)"))
    let name = property.prefix { $0 != "\"" }
    #expect(found.problems.isEmpty)
    #expect(found.notices.first?.contains("it is kept as other_\(name)") == true)
    #expect(found.document.features.first?["properties"]?["other_\(name)"] != nil)
  }

  @Test(arguments: [
    (
      #"description":"Bull <b>inside</b><br>the&nbsp;gate &amp; yard"#,
      "Bull inside the gate & yard"
    ),
    (#"desc":"a < b"#, "a < b"), (#"Description":"plain"#, "plain"),
  ])
  func descriptionBecomesTheNote(_ property: String, _ note: String) throws {
    let found = try Self.imported(Self.feature(Self.point, ",\"\(property)\""))
    #expect(found.document.features.first?["properties"]?["note"]?.text == note)
  }

  @Test func umapHasItsNote() throws {
    let found = try Self.imported(file: "described.umap")
    #expect(found.document.features.first?["properties"]?["note"]?.text == "Bull inside")
  }

  @Test(arguments: ["Name", "NAME", "title", "label"])
  func nameMayHaveOtherNames(_ key: String) throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"\#(key)":"#
      + #""Old\u200b gate"},"geometry":\#(Self.point)}]}"#
    let found = try Self.imported(Array(text.utf8))
    #expect(found.document.identifiers == ["old-gate"])
  }

  @Test func numberIsANameAsWritten() throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"#
      + #"7.50},"geometry":\#(Self.point)}]}"#
    #expect(try Self.imported(Array(text.utf8)).document.identifiers == ["7-50"])
  }

  // MARK: Remedies

  @Test func swappedPositionsAreNamedInTheFilesTerms() throws {
    let found = try Self.imported(file: "swapped.gpx")
    #expect(
      found.problems == [
        "f:3:1: \"Gate\": lat 95 is out of range; lat and lon look swapped: swap them"
      ])
    let folder = try TemporaryFolder()
    let run = try PicketCommandRun(
      "regions", "add", "c", "--circle", "95,10,60", "--regions",
      "\(folder.path)/r.geojson")
    #expect(run.status != 0)
    #expect(
      run.log.contains(
        "--circle: the latitude 95 is out of range; write latitude first: --circle 10,95,60")
    )
  }

  @Test func unknownEntityAndEncodingHaveARemedy() {
    for (text, words) in [
      ("<kml><Placemark><name>&nosuch;</name></Placemark></kml>", "in place of &nosuch;"),
      ("<?xml version=\"1.0\" encoding=\"klingon\"?><kml/>", "iconv -f klingon -t utf-8"),
    ] {
      do throws(Problem) {
        _ = try RegionImport(Array(text.utf8), file: "f")
        Issue.record("it was read: \(words)")
      } catch {
        #expect(error.description.contains(words), "\(error)")
      }
    }
  }

  @Test func blankLinesBeforeXMLAreSkipped() throws {
    let text =
      "\n\n<?xml version=\"1.0\"?><kml><Placemark><name>A</name><Point>"
      + "<coordinates>10,50,0</coordinates></Point></Placemark></kml>"
    #expect(try Self.imported(Array(text.utf8)).document.identifiers == ["a"])
  }

  @Test func trackOfPlacesIsALine() throws {
    let text = """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>A</name><gx:Track>
      <when>2026-06-03T09:00:00Z</when><gx:coord>10 50 0</gx:coord><gx:coord>10 50.01 0</gx:coord>
      </gx:Track></Placemark></kml>
      """
    let found = try Self.imported(Array(text.utf8))
    #expect(
      found.shapes == ["a: corridor 10 m wide, 1.112 km long, from placemark \"A\""]
        || found.shapes.first?.contains("corridor 10 m wide") == true)
  }
}
