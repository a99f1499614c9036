import Base
import Geofence
import Picket
@testable import RegionFiles
import Testing

struct ImportTests {
  private func gpx(_ content: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\(content)\n</gpx>\n"
  }

  private func kml(_ content: String) -> String {
    "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n\(content)\n</Document></kml>\n"
  }

  /// The regions file after an import, and the problems.
  private func imported(
    _ text: String, into existing: RegionsDocument? = nil,
    _ options: (inout RegionImport) -> Void = { _ in }
  ) throws -> (document: RegionsDocument, regions: [String], problems: [String]) {
    var source = try RegionImport(Array(text.utf8), file: "f")
    options(&source)
    var document = existing ?? RegionsDocument(file: "r")
    let outcome = source.add(to: &document, rules: Configuration().regionRules)
    let check = RegionsFile.check(document.text, file: "r", rules: Configuration().regionRules)
    #expect(check.problems.allSatisfy { $0.severity == .warning }, "\(check.problems)")
    return (document, outcome.regions, outcome.problems.map(\.description))
  }

  private func wrong(_ bytes: [UInt8]) -> String {
    do throws(Problem) {
      _ = try RegionImport(bytes, file: "f")
      return ""
    } catch {
      return error.description
    }
  }

  private func feature(_ document: RegionsDocument, _ id: String) -> String? {
    document.features.first { RegionsDocument.identifier(of: $0) == id }?.line
  }

  // MARK: Names

  @Test(arguments: [
    (#""id":0,"#, "Old Orchard", "old-orchard"), (#""id":"12","#, "Old Orchard", "old-orchard"),
    (#""id":"YyNjA","#, "Old Orchard", "old-orchard"), (#""id":"a1b2","#, "Hof", "hof"),
    (#""id":"gate","#, "The gate", "gate"), (#""id":"Gate2","#, "gate2", "Gate2"),
    (#""id":"north-field-2","#, "North", "north-field-2"), (#""id":7,"#, "", "7"),
  ]) func nameIsPreferredToARandomIdentifier(id: String, name: String, made: String) throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature",\(id)
      "properties":{"name":"\(name)","radius":20},
      "geometry":{"type":"Point","coordinates":[15,47]}}]}
      """
    #expect(try imported(text).regions == [made])
  }

  @Test func longTextsAreCut() throws {
    let name = String(repeating: "Name", count: 80)
    let text = gpx(
      [name, name].map { name in
        "<wpt lat=\"47\" lon=\"15\"><name>\(name)</name><desc>\(String(repeating: "€", count: 400))</desc></wpt>"
      }.joined())
    var source = try RegionImport(Array(text.utf8), file: "f")
    source.radius = 20
    var document = RegionsDocument(file: "r")
    let outcome = source.add(to: &document, rules: Configuration().regionRules)
    let id = String(name.lowercased().prefix(255))
    #expect(outcome.regions == [id, "\(id.prefix(253))-2"])
    #expect(outcome.problems.isEmpty)
    #expect(outcome.notices.count == 1)
    #expect(
      outcome.notices.first?.description
        == "f:3:1: warning: \"\(name.prefix(60))…\": the note has 1200 bytes, and only the first 1000 are kept (and 1 more like it)"
    )
    let (regions, problems) = RegionsFile.check(
      document.text, file: "r", rules: Configuration().regionRules)
    #expect(problems.isEmpty)
    #expect(regions.first?.note == String(repeating: "€", count: 332) + "…")
  }

  @Test func replacedNumberStaysANumber() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":7,
      "properties":{"name":"Seven","radius":20},
      "geometry":{"type":"Point","coordinates":[15,47]}}]}
      """
    let document = try RegionsDocument(text, file: "r")
    #expect(try imported(text, into: document) { $0.isReplacing = true }.regions == ["7"])
    #expect(try imported(text, into: document).regions == ["seven"])
  }

  @Test func uMapLayersAreRead() throws {
    let layer = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"YyNjA",
      "properties":{"name":"Pond"},
      "geometry":{"type":"Polygon","coordinates":[[[15,47],[15.01,47],[15.01,47.01],[15,47]]]}}]}
      """
    let (_, regions, problems) = try imported(
      #"{"type":"umap","properties":{},"layers":[\#(layer)]}"#)
    #expect(problems.isEmpty)
    #expect(regions == ["pond"])
  }

  // MARK: GPX

  @Test func closedTrackIsAnOutline() throws {
    // 0.0001 degrees of latitude are 11 m.
    func track(_ last: String, _ element: String = "trk") -> String {
      let points = ["47.0\" lon=\"15.0", "47.001\" lon=\"15.0", "47.001\" lon=\"15.001", last]
      let name = element == "trk" ? "trkpt" : "rtept"
      let inner = points.map { "<\(name) lat=\"\($0)\"/>" }.joined()
      return gpx(
        "<\(element)><name>x</name>"
          + (element == "trk" ? "<trkseg>\(inner)</trkseg>" : inner) + "</\(element)>")
    }
    let around = try imported(track("47.0001\" lon=\"15.0"))
    #expect(around.problems.isEmpty)
    #expect(feature(around.document, "x")?.contains(#""Polygon""#) == true)
    #expect(try imported(track("47.0003\" lon=\"15.0")).problems.count == 1)
    #expect(try imported(track("47.0001\" lon=\"15.0", "rte")).problems.count == 1)
  }

  @Test func waypointIsACircle() throws {
    let text = gpx(
      """
      <wpt lat="51.500100" lon="-0.1420"><ele>12.50</ele><time>2026-06-03T09:00:00Z</time>
      <name>The Gate &amp; Co.</name><cmt>c</cmt><desc>Mind the dog</desc>
      <link href="https://example.org/?a=1&amp;b=2"/><sym>Flag</sym></wpt>
      """)
    let (document, regions, problems) = try imported(text) { $0.radius = 15 }
    #expect(problems.isEmpty)
    #expect(regions == ["the-gate-co"])
    #expect(
      feature(document, "the-gate-co") == """
        { "type": "Feature", "id": "the-gate-co", "properties": { "radius": 15, \
        "note": "Mind the dog", "time": "2026-06-03T09:00:00Z", "cmt": "c", "sym": "Flag", \
        "link": "https://example.org/?a=1&b=2", "name": "The Gate & Co." }, \
        "geometry": { "type": "Point", "coordinates": [-0.1420, 51.500100, 12.50] } }
        """)
  }

  @Test func routesAndTracksAreCorridorsOrOutlines() throws {
    func points(_ name: String, _ points: [(Int, Int)]) -> String {
      points.map { "<\(name) lat=\"0.\($0.0)\" lon=\"0.\($0.1)\"/>" }.joined()
    }
    let text = gpx(
      """
      <rte><name>way</name>\(points("rtept", [(0, 0), (0, 1), (1, 1)]))</rte>
      <trk><name>lane</name><trkseg>\(points("trkpt", [(0, 0), (0, 1)]))</trkseg>
      <trkseg>\(points("trkpt", [(2, 0), (2, 1)]))</trkseg></trk>
      <trk><name>field</name><trkseg>\(points("trkpt", [(0, 0), (0, 1), (1, 1), (0, 0)]))</trkseg></trk>
      """)
    let (document, regions, problems) = try imported(text) { $0.width = 10 }
    #expect(problems.isEmpty)
    #expect(regions == ["way", "lane", "field"])
    #expect(feature(document, "way")?.contains("\"LineString\"") ?? false)
    #expect(feature(document, "lane")?.contains("\"MultiLineString\"") ?? false)
    #expect(
      feature(document, "field")?.hasSuffix(
        #""Polygon", "coordinates": [[[0.0, 0.0], [0.1, 0.0], [0.1, 0.1], [0.0, 0.0]]] } }"#)
        ?? false)

    let outlines = try imported(text) { $0.lineUse = .area }
    #expect(outlines.regions == ["way", "field"])
    #expect(
      outlines.problems == [
        "f:4:1: \"lane\": its line crosses itself, so it has no inside; give --as outline for the "
          + "largest loop, or --as corridor --width 10"
      ])
    #expect(
      try imported(text).problems == [
        "f:3:1: \"way\": a line needs a width; give --width, or --as area to make it a polygon",
        "f:4:1: \"lane\": a line needs a width; give --width, or --as area to make it a polygon",
      ])
  }

  @Test(
    arguments: [
      ("<wpt lat=\"1\" lon=\"2\"/>", "f:3:1: waypoint: a point needs a radius; give --radius"),
      ("<wpt lon=\"2\"/>", "f:3:1: waypoint: lat is missing; give degrees, such as 51.501"),
      (
        "<wpt lat=\"north\" lon=\"2\"><name>n</name></wpt>",
        "f:3:1: \"n\": lat is \"north\", which is not a number; give degrees, such as 51.501"
      ),
      ("<rte><name>w</name></rte>", "f:3:1: \"w\": it has no points"),
      ("<trk><trkseg/></trk>", "f:3:1: track: it has no points"),
      (
        "<trk>\n<trkseg>\n<trkpt lat=\"1\" lon=\"x\"/></trkseg></trk>",
        "f:5:1: track: lon is \"x\", which is not a number; give degrees, such as 51.501"
      ),
      ("", "f: there is nothing in it that could be a region"),
      (
        "<wpt lat=\"1\" lon=\"2\"><extensions><r:region xmlns:r=\"urn:x-picket:regions:1\">{"
          + "</r:region></extensions></wpt>",
        "f:3:35: the region in the extensions is not a JSON object; remove the element"
      ),
    ] as [(String, String)])
  func unusableGPXIsReportedWithItsLine(_ content: String, _ problem: String) throws {
    let found = try imported(gpx(content))
    #expect(found.regions.isEmpty)
    #expect(
      found.problems.map { $0.replacing("f:3:35:", with: "f:3:1:") } == [
        problem.replacing("f:3:35:", with: "f:3:1:")
      ])
  }

  @Test func invalidPositionIsReportedInGPXTerms() throws {
    let found = try imported(gpx("<wpt lat=\"151\" lon=\"2\"/>")) { $0.radius = 5 }
    #expect(
      found.problems == [
        "f:3:1: waypoint: lat 151 is out of range; lat and lon look swapped: swap them"
      ])
  }

  // MARK: KML

  @Test func placemarksAreRegions() throws {
    let text = kml(
      """
      <Folder><Placemark><name>Pond</name><description><![CDATA[<b>deep</b>]]></description>
      <ExtendedData><Data name="radius"><value>12.50</value></Data><Data name="owner"><value>me</value></Data>
      <SchemaData><SimpleData name="notifyOnExit">false</SimpleData></SchemaData></ExtendedData>
      <Point><coordinates> -0.142,51.501,3 </coordinates></Point></Placemark></Folder>
      <Placemark><name>Garden</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
      0,0 1,0 1,1 0,1 0,0 </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>
      <coordinates>.2,.2 .4,.2 .4,.4 .2,.2</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
      <Placemark><name>Garden</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point>
      <LineString><coordinates>1,2 3,4</coordinates></LineString>
      <LineString><coordinates>5,6 7,8</coordinates></LineString></MultiGeometry></Placemark>
      """)
    let (document, regions, problems) = try imported(text) {
      $0.radius = 5
      $0.width = 6
    }
    #expect(problems.isEmpty)
    #expect(regions == ["pond", "garden", "garden-2", "garden-3"])
    #expect(
      feature(document, "pond") == """
        { "type": "Feature", "id": "pond", "properties": { "note": "deep", \
        "radius": 12.50, "owner": "me", "notifyOnExit": false, "name": "Pond" }, \
        "geometry": { "type": "Point", "coordinates": [-0.142, 51.501, 3] } }
        """)
    #expect(feature(document, "garden")?.contains("[[0.2, 0.2], [0.4, 0.2]") ?? false)
    #expect(feature(document, "garden-2")?.contains("\"radius\": 5") ?? false)
    #expect(feature(document, "garden-3")?.contains("\"MultiLineString\"") ?? false)
  }

  @Test func exportedKMLKeepsEveryProperty() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"pond","properties":{"radius":8},
      "geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","id":"ring","properties":{"note":"n","radius":12.50,"width":3,
      "notifyOnEntry":false,"notifyOnExit":true,"dwell":30,"cushion":1.5,"linger":2,
      "sense":"quiet","expires":"2030-06-03T09:00:00Z","signal":"mark","class":"7",
      "exclude":["pond"],"enabled":false,"active":"Mo-Fr 08:00-18:00","atStart":true,"remind":60,
      "remindSide":"inside","remindAtMost":5,"approach":10,"approachFrom":"both",
      "approachLongest":15,"latch":true,"mute":true,"maxSpeed":20,"speedLinger":4,"after":"pond","once":true,
      "heading":[315,45],"gate":false},"geometry":{"type":"Point","coordinates":[1,2]}}]}
      """
    let document = try RegionsDocument(text, file: "r")
    let properties = try #require(document.features[1]["properties"]?.members)
    let known = Set(RegionProperty.allCases.map(\.rawValue)).subtracting(["border", "offset"])
    #expect(Set(properties.map(\.name) + ["id"]) == known)
    let back = try imported(KMLWriter.text(of: document))
    #expect(back.problems.isEmpty)
    let ring = try #require(back.document.features.last)
    for property in properties {
      #expect(ring["properties"]?[property.name]?.json == property.value.json, "\(property.name)")
    }
  }

  @Test(arguments: [
    ("2030/06/03 09:00:00", "2030-06-03T09:00:00Z"),
    ("2030/06/03 09:00:00+00", "2030-06-03T09:00:00Z"),
    ("2030/06/03 09:00:00.500-05", "2030-06-03T09:00:00.500-05:00"),
    ("2030/06/03 09:00:00+0530", "2030-06-03T09:00:00+05:30"),
    ("2030-06-03T09:00:00-03:30", "2030-06-03T09:00:00-03:30"),
  ]) func timeOfGDALKeepsItsOffset(written: String, time: String) throws {
    let (document, _, problems) = try imported(expiring(written)) { $0.radius = 5 }
    #expect(problems.isEmpty)
    #expect(document.features.first?["properties"]?["expires"]?.text == time)
  }

  @Test func unreadableTimeIsReportedAsWritten() throws {
    #expect(
      try imported(expiring("2030/06/03 noon-05")) { $0.radius = 5 }.problems == [
        "f:2:1: \"p\": expires \"2030/06/03 noon-05\" is not a time; "
          + "give one such as \"2026-06-03T09:14:31Z\""
      ])
  }

  private func expiring(_ time: String) -> String {
    kml(
      """
      <Placemark><name>p</name><ExtendedData><Data name="expires"><value>\(time)</value></Data>
      </ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>
      """)
  }

  @Test(
    arguments: [
      ("<NetworkLink><name>n</name></NetworkLink>", "f:2:1: \"n\": it links to nothing"),
      ("<GroundOverlay/>", "f:2:1: GroundOverlay: a GroundOverlay is not a region"),
      ("<Placemark/>", "f:2:1: placemark: it has no geometry"),
      (
        "<Placemark><Track xmlns=\"http://www.google.com/kml/ext/2.2\"/></Placemark>",
        "f:2:1: placemark: a Track has fewer than 2 positions"
      ),
      (
        "<Placemark><Polygon/></Placemark>",
        "f:2:1: placemark: a Polygon has no outer boundary"
      ),
      (
        "<Placemark><Point><coordinates>1; 2</coordinates></Point></Placemark>",
        "f:2:1: placemark: \"1;\" is not a position; give longitude,latitude without spaces"
      ),
      (
        "<Placemark><Point><coordinates>1,2 3,4</coordinates></Point></Placemark>",
        "f:2:1: placemark: a Point has 2 positions; write decimal points, if its commas are decimal commas"
      ),
    ] as [(String, String)])
  func unusableKMLIsReportedWithItsLine(_ content: String, _ problem: String) throws {
    let found = try imported(kml(content)) { $0.radius = 5 }
    #expect(found.regions.isEmpty)
    #expect(found.problems == [problem])
  }

  // MARK: GeoJSON

  @Test func geoJSONIsImportedUnchanged() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":7,"bbox":[1,2],"properties":{"radius":5.0,"x":[1]},"geometry":{"type":"Point","coordinates":[1.50,2]}},
      {"type":"Feature","properties":{"name":"Two Ponds"},"geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}},
      {"type":"Feature","id":"c","properties":null,"geometry":{"type":"GeometryCollection","geometries":[
      {"type":"LineString","coordinates":[[1,2],[3,4]]},{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}]}}]}
      """
    let (document, regions, problems) = try imported(text) {
      $0.radius = 9
      $0.width = 8
    }
    #expect(problems.isEmpty)
    #expect(regions == ["7", "two-ponds", "two-ponds-2", "c", "c-2"])
    #expect(
      feature(document, "7") == """
        { "type": "Feature", "id": 7, "properties": { "radius": 5.0, "x": [1] }, \
        "bbox": [1, 2], "geometry": { "type": "Point", "coordinates": [1.50, 2] } }
        """)
    #expect(feature(document, "c")?.contains("\"width\": 8") ?? false)
  }

  @Test(
    arguments: [
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":null}",
        "f: feature 0 (\"a\"): it has no geometry"
      ),
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":{\"type\":\"Blob\"}}",
        "f: feature 0 (\"a\"): unknown geometry \"Blob\""
      ),
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"properties\":{\"radius\":-1},\"geometry\":"
          + "{\"type\":\"Point\",\"coordinates\":[1,2]}}",
        "f: feature 0 (\"a\"): radius -1 is not positive; give metres greater than 0"
      ),
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"properties\":{\"radius\":1},\"geometry\":"
          + "{\"type\":\"Point\",\"coordinates\":{}}}",
        "f: feature 0 (\"a\"): coordinates is not a position; give [longitude, latitude] in degrees"
      ),
    ] as [(String, String)])
  func unusableGeoJSONIsReported(_ text: String, _ problem: String) throws {
    #expect(try imported(text).problems == [problem])
  }

  // MARK: Identifiers

  @Test func existingIdentifierIsRefusedOrReplaced() throws {
    let old = try imported(gpx("<wpt lat=\"1\" lon=\"2\"><name>a</name></wpt>")) { $0.radius = 5 }
    let text = """
      {"type":"Feature","id":"a","properties":{"radius":6},"geometry":{"type":"Point","coordinates":[3,4]}}
      """
    let refused = try imported(text, into: old.document)
    #expect(
      refused.problems == [
        "f: feature 0 (\"a\"): a region with this identifier exists; "
          + "--replace replaces it"
      ])
    let replaced = try imported(text, into: old.document) { $0.isReplacing = true }
    #expect(replaced.regions == ["a"])
    #expect(replaced.document.identifiers == ["a"])
    #expect(feature(replaced.document, "a")?.contains("[3, 4]") ?? false)
    // An identifier that is made from a name gets a number.
    let numbered = try imported(
      gpx("<wpt lat=\"1\" lon=\"2\"><name>A</name></wpt>"), into: old.document
    ) { $0.radius = 5 }
    #expect(numbered.regions == ["a-2"])
  }

  @Test(
    arguments: [
      ("The Gate", "the-gate"), ("  a  b  ", "a-b"), ("Višnjan 2", "višnjan-2"),
      ("2026-06-03 09:00", "2026-06-03-09-00"), ("***", "waypoint"), ("", "waypoint"),
      ("東門", "東門"),
    ] as [(String, String)])
  func identifierIsMadeFromAName(_ name: String, _ id: String) {
    var identifiers = Identifiers(reserved: [])
    #expect(identifiers.make(of: name, noun: "waypoint") == id)
    #expect(identifiers.make(of: name, noun: "waypoint") == id + "-2")
    #expect(identifiers.make(of: name, noun: "waypoint") == id + "-3")
  }

  @Test func manyEqualNamesAreNumberedInTime() throws {
    let text = gpx(
      (1...5000).map { "<wpt lat=\"51\" lon=\"\(Double($0) / 1000)\"><name>w</name></wpt>" }
        .joined())
    let found = try imported(text) { $0.radius = 5 }
    #expect(found.regions.first == "w")
    #expect(found.regions.last == "w-5000")
  }

  // MARK: Files

  @Test func otherFormatsAreRefused() {
    #expect(wrong([]) == "f: the file is empty; give a GeoJSON, GPX or KML file")
    #expect(
      wrong(Array("PK\u{3}\u{4}".utf8))
        == "f: this zip archive ends early: the list of its files, at its end, is missing; copy or "
        + "download it again")
    #expect(
      wrong(Array("hello".utf8))
        == "f: this is neither GeoJSON nor XML; give a GeoJSON, GPX or KML file")
    #expect(
      wrong(Array("<html/>".utf8))
        == "f: this is \"html\", neither GPX nor KML; give a GeoJSON, GPX or KML file")
    let early = "the file ends early, and nothing in it is complete; get the whole file"
    #expect(wrong(Array("{\"type\":".utf8)) == "f:1:9: \(early)")
    #expect(wrong(Array("<gpx>".utf8)) == "f:1:6: \(early)")
    #expect(wrong(Array("{\"type\"}".utf8)).hasPrefix("f:1:8: this is not JSON"))
    #expect(wrong(Array("<gpx></x>".utf8)).hasPrefix("f:1:8: this is not XML"))
  }
}
