import Base
import Foundation
import Testing

/// GeoJSON without a collection, sequences of it, far longitudes, other bytes, and files that end early.
struct ImportedTextTests {
  private static let point = #"{"type":"Point","coordinates":[10,50]}"#

  private static func feature(_ name: String, _ geometry: String = point) -> String {
    #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":\#(geometry)}"#
  }

  private static func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  // MARK: Properties of tables

  @Test(arguments: [
    (#""enabled":"false""#, #""enabled": false"#), (#""enabled":0"#, #""enabled": false"#),
    (#""notifyOnExit":"TRUE""#, #""notifyOnExit": true"#), (#""once":1"#, #""once": true"#),
  ])
  func tablesHaveNoBooleans(_ property: String, _ written: String) throws {
    let found = try ImportedFile(
      Self.feature("a").replacing(#""name":"a""#, with: #""name":"a",\#(property)"#))
    #expect(found.regions == ["a"])
    #expect(found.notices.isEmpty)
    #expect(found.document.text.contains(written), "\(found.document.text)")
  }

  @Test func headingOfAPhotoIsKeptUnderAnotherName() throws {
    let found = try ImportedFile(
      Self.feature("a").replacing(#""name":"a""#, with: #""name":"a","heading":87.5"#))
    #expect(found.regions == ["a"])
    #expect(found.notices.count == 1)
    #expect(found.document.text.contains(#""other_heading": 87.5"#))
  }

  @Test func placeWithoutAPositionIsNamed() throws {
    let place = Self.feature("a", #"{"type":"Point","coordinates":[0,0]}"#)
      .replacing(#""name":"a""#, with: #""location":{"name":"Old oak"}"#)
    let found = try ImportedFile(Self.collection([place, Self.feature("b")]))
    #expect(found.regions == ["old-oak", "b"])
    #expect(
      found.notices == [
        "f: \"Old oak\": warning: its position is 0, 0, as programs write it that do not know the "
          + "position"
      ])
  }

  // MARK: Other roots

  private static let roots: [(String, String)] = [
    (point, "feature: circle of 20 m"),
    (#"{"type":"LineString","coordinates":[[10,50],[10,50.01]]}"#, "feature: corridor 10 m wide"),
    (
      #"{"type":"Polygon","coordinates":[[[10,50],[10.01,50],[10.01,50.01],[10,50]]]}"#,
      "feature: area"
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[10,50],[10.01,50],[10.01,50.01],[10,50]]]]}"#,
      "feature: area"
    ),
    (#"{"type":"GeometryCollection","geometries":[\#(point)]}"#, "feature: circle of 20 m"),
    (feature("A"), "a: circle of 20 m"), ("[\(feature("A"))]", "a: circle of 20 m"),
    ("[\(collection([feature("A")]))]", "a: circle of 20 m"),
  ]

  @Test(arguments: roots)
  func rootNeedsNoCollection(_ text: String, _ words: String) throws {
    let found = try ImportedFile(text)
    #expect(found.shapes.count == 1)
    #expect(found.shapes.first?.hasPrefix(words) == true, "\(found.shapes) \(found.problems)")
  }

  private static let bareElements: [(String, String)] = [
    ("<Point><coordinates>10,50</coordinates></Point>", "placemark: circle of 20 m"),
    (
      "<?xml version=\"1.0\"?>\n<k:LineString xmlns:k=\"http://www.opengis.net/kml/2.2\">"
        + "<k:coordinates>10,50 10,50.01</k:coordinates></k:LineString>",
      "placemark: corridor 10 m wide"
    ),
    (
      "<Polygon><outerBoundaryIs><LinearRing><coordinates>10,50 10.01,50 10.01,50.01 10,50"
        + "</coordinates></LinearRing></outerBoundaryIs></Polygon>", "placemark: area"
    ),
    ("<wpt lat=\"50\" lon=\"10\"><name>A</name></wpt>", "a: circle of 20 m"),
    (
      "<trk><name>A</name><trkseg><trkpt lat=\"50\" lon=\"10\"/><trkpt lat=\"50.1\" lon=\"10\"/>"
        + "</trkseg></trk>", "a: corridor 10 m wide"
    ),
  ]

  @Test(arguments: bareElements)
  func bareElementIsRead(_ text: String, _ words: String) throws {
    let found = try ImportedFile(text)
    #expect(found.shapes.count == 1)
    #expect(found.shapes.first?.hasPrefix(words) == true, "\(found.shapes) \(found.problems)")
  }

  @Test func emptyPlacesOfATrackArePauses() throws {
    let found = try ImportedFile(
      """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>A</name><gx:Track>
      <gx:coord/><gx:coord>10 50 1</gx:coord><gx:coord>10 50.01 1</gx:coord><gx:coord/>
      <gx:coord>10 50.02 1</gx:coord><gx:coord>10 50.03 1</gx:coord><gx:coord/>
      </gx:Track></Placemark></kml>
      """)
    #expect(found.problems.isEmpty)
    #expect(found.positions() == [10, 50, 1, 10, 50.01, 1, 10, 50.02, 1, 10, 50.03, 1])
    #expect(found.document.features.first?["geometry"]?["type"]?.text == "MultiLineString")
  }

  @Test func singlePointIsNamedInTheTermsOfItsFile() throws {
    let point = "<trkpt lat=\"50\" lon=\"10\"/>"
    let found = try ImportedFile("<gpx>\n<trk><trkseg>\(point)</trkseg></trk></gpx>")
    #expect(
      found.problems == ["f:2:1: track: the line has fewer than 2 positions; give 2 or more"])
  }

  private static let sequences: [String] = [
    "\(feature("A"))\n\(feature("B"))\n", "\(feature("A"))\r\n\(feature("B"))",
    "\u{1e}\(feature("A"))\n\u{1e}\(feature("B"))\n", "\u{1e}\(feature("A"))\u{1e}\(feature("B"))",
    "\n\n\(feature("A"))\n\n\(feature("B"))\n\n", "\(feature("A"))\(feature("B"))",
    "\(collection([feature("A")]))\n\(collection([feature("B")]))",
    "{\n\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\n\"geometry\":\(point)\n}\n\(feature("B"))",
    "\u{1e}{\n\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\n\"geometry\":\(point)\n}\n\u{1e}"
      + feature("B"),
  ]

  @Test(arguments: sequences)
  func sequenceIsRead(_ text: String) throws {
    let found = try ImportedFile(text)
    #expect(found.regions == ["a", "b"])
    #expect(found.problems.isEmpty, "\(found.problems)")
  }

  @Test(arguments: ["", "\u{1e}"])
  func badRecordCostsOnlyItself(_ mark: String) throws {
    let lines = [Self.feature("A"), #"{"type":"Feature","prop"#, "7", Self.feature("B")]
    let found = try ImportedFile(lines.map { mark + $0 + "\n" }.joined())
    #expect(found.regions == ["a", "b"])
    #expect(found.problems.count == 2)
    #expect(found.problems.first?.hasPrefix("f:2:") == true)
    #expect(found.problems.last == "f:3:1: this is not a feature; remove it")
  }

  @Test func recordIsNamedByItsLine() throws {
    let found = try ImportedFile("\(Self.feature("A"))\n\(Self.feature("B", "null"))\n")
    #expect(found.problems == ["f:2:1: \"B\": it has no geometry"])
  }

  // MARK: Longitudes

  @Test(arguments: [
    (190.25, -169.75), (-190.25, 169.75), (360, 0), (540, 180), (-540, -180), (370.5, 10.5),
    (180, 180), (-180, -180), (179.5, 179.5),
  ])
  func longitudeIsBroughtBack(_ east: Double, _ expected: Double) throws {
    let texts = [
      #"{"type":"Point","coordinates":[\#(east),50]}"#,
      "<gpx><wpt lat=\"50\" lon=\"\(east)\"/></gpx>",
      "<kml><Placemark><Point><coordinates>\(east),50,0</coordinates></Point></Placemark></kml>",
    ]
    for text in texts {
      let found = try ImportedFile(text)
      #expect(found.positions().prefix(2) == [expected, 50], "\(text) \(found.problems)")
      let moved = "1 longitude beyond 180° was brought back"
      #expect(found.notices.contains { $0.hasSuffix(moved) } == (abs(east) > 180))
    }
  }

  @Test func areaAcrossTheAntimeridianKeepsItsSize() throws {
    func area(_ ring: String) throws -> String? {
      try ImportedFile(#"{"type":"Polygon","coordinates":[\#(ring)]}"#).shapes.first
    }
    let across = try area("[[179.99,50],[180.01,50],[180.01,50.01],[179.99,50.01],[179.99,50]]")
    #expect(across != nil)
    let elsewhere = try area("[[9.99,50],[10.01,50],[10.01,50.01],[9.99,50.01],[9.99,50]]")
    #expect(across == elsewhere)
    let west = try area(
      "[[-180.01,50],[-179.99,50],[-179.99,50.01],[-180.01,50.01],[-180.01,50]]")
    #expect(across == west)
  }

  @Test(arguments: [
    ("<gpx><wpt lat=\"50\" lon=\"541\"/></gpx>", "lon 541 is out of range; give degrees"),
    (
      "<kml><Placemark><Point><coordinates>541,50</coordinates></Point></Placemark></kml>",
      "the longitude in \"541,50\" is out of range; write longitude,latitude"
    ),
    (#"{"type":"Point","coordinates":[541,50]}"#, "longitude 541 is out of range"),
  ])
  func longitudeBeyondATurnIsRefused(_ text: String, _ words: String) throws {
    let found = try ImportedFile(text)
    #expect(found.problems.first?.contains(words) == true, "\(found.problems)")
  }

  // MARK: Bytes

  /// "Höhe Wäld", of which only the first word is UTF-8.
  private static let mixed: [UInt8] = Array("Höhe W".utf8) + [0xe4] + Array("ld".utf8)

  private static let texts: [String] = [
    "<gpx><wpt lat=\"50\" lon=\"10\"><name>|</name></wpt></gpx>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><kml><Placemark><Point><coordinates>10,50"
      + "</coordinates></Point><name>|</name></Placemark></kml>",
    #"{"type":"Feature","geometry":\#(point),"properties":{"name":"|"}}"#,
    "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><gpx><wpt lat=\"50\" lon=\"10\"><name>|</name>"
      + "</wpt></gpx>",
    "zone:\n  - name: |\n    latitude: 50\n    longitude: 10\n",
  ]

  @Test(arguments: texts)
  func strayBytesAreLatin(_ text: String) throws {
    let parts = text.utf8.split(separator: UInt8(ascii: "|"))
    let found = try ImportedFile(Array(parts[0]) + Self.mixed + Array(parts[1]))
    #expect(found.regions == ["höhe-wäld"], "\(found.problems)")
    #expect(found.notices == ["f: warning: 1 byte that is not UTF-8 was read as windows-1252"])
  }

  @Test func specialBytesOfWindowsAreRead() throws {
    var bytes = Array("<gpx><wpt lat=\"50\" lon=\"10\"><name>a".utf8)
    bytes += [0x80, 0x96, 0x9c, 0xff]
    bytes += Array("b</name></wpt></gpx>".utf8)
    let found = try ImportedFile(bytes)
    #expect(found.document.features.first?["properties"]?["name"]?.text == "a€–œÿb")
  }

  @Test func wideGeoJSONIsRead() throws {
    let text = Self.collection([Self.feature("Wäldchen")])
    for isBig in [false, true] {
      for mark in ["\u{feff}", ""] {
        let bytes = (mark + text).utf16.flatMap { unit in
          isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
        }
        #expect(try ImportedFile(bytes).regions == ["wäldchen"])
        #expect(try ImportedFile(bytes + [0, 0, 0, 0]).regions == ["wäldchen"])
      }
    }
  }

  @Test func wrongNameOfTheEncodingDoesNotMatter() throws {
    let text = "<gpx><wpt lat=\"50\" lon=\"10\"><name>Wäldchen</name></wpt></gpx>"
    for name in ["utf-16", "utf8", "UTF-16LE"] {
      let found = try ImportedFile("<?xml version=\"1.0\" encoding=\"\(name)\"?>\(text)")
      #expect(found.regions == ["wäldchen"], "\(name)")
      #expect(found.notices.count == 1)
    }
  }

  private static let wholeFiles: [String] = [
    "<gpx><wpt lat=\"50\" lon=\"10\"><name>A</name></wpt></gpx>\n", collection([feature("A")]),
    "<kml><Placemark><name>A</name><Point><coordinates>10,50</coordinates></Point></Placemark></kml>",
    feature("A") + "\n",
  ]

  @Test(arguments: wholeFiles)
  func zerosAtTheEndAreLeftOut(_ text: String) throws {
    let found = try ImportedFile(Array(text.utf8) + [UInt8](repeating: 0, count: 700))
    #expect(found.regions == ["a"])
    #expect(found.notices == ["f: warning: 700 zero bytes at its end were left out"])
  }

  @Test func fileOfZerosIsNamed() {
    #expect(
      ImportedFile.refusal(of: [0, 0, 0])
        == "f: the file has 3 zero bytes and nothing else; copy it again")
    #expect(ImportedFile.refusal(of: [])?.hasPrefix("f: the file is empty") == true)
  }

  // MARK: Early ends

  private static func gpx(_ name: String) -> String {
    "<wpt lat=\"50\" lon=\"10\"><name>\(name)</name></wpt>"
  }

  private static func kml(_ name: String) -> String {
    "<Placemark><name>\(name)</name><Point><coordinates>10,50,0</coordinates></Point></Placemark>"
  }

  private static let cutFiles: [(String, String)] = {
    let (a, b, c) = (feature("A"), feature("B"), feature("C"))
    let (gpxPart, kmlPart) = (gpx("A") + gpx("B"), kml("A") + kml("B"))
    let map = "{\"type\":\"umap\",\"layers\":[\(collection([a])),"
    let start = "{\"type\":\"FeatureCollection\",\"features\":["
    return [
      ("<gpx>\(gpxPart)", gpx("C")), ("<kml><Document>\(kmlPart)", kml("C")),
      ("\(start)\(a),\(b)", ",\(c)"), ("{\"features\":[\(a),\(b)", ",\(c)"),
      ("[\(a),\(b)", ",\(c)"),
      ("\(a)\n\(b)\n", c), ("\u{1e}\(a)\n\u{1e}\(b)\n\u{1e}", c), ("\(map)\(start)\(b)", ",\(c)"),
    ]
  }()

  @Test(arguments: cutFiles)
  func completePartsOfACutFileAreOffered(_ start: String, _ rest: String) throws {
    // Cut at each place of the third feature, also inside of a character.
    for count in 1..<rest.utf8.count {
      let bytes = Array(start.utf8) + rest.utf8.prefix(count)
      let found = try ImportedFile(bytes)
      #expect(found.regions == ["a", "b"], "\(rest.prefix(count)): \(found.problems)")
      #expect(found.problems.count == 1)
      #expect(
        found.problems.first?.hasSuffix(
          "the file ends early; get the whole file, or import what is complete by --skip-bad")
          == true, "\(found.problems)")
    }
  }

  @Test(arguments: [
    "<gp", "<?xml versi", "<gpx><wpt lat=\"50\" lon=\"10\">", "<kml><Document><Placemark><name>A",
    #"{"type":"FeatureCollection","features":[{"type":"Feature","#, #"{"type":"Point","coordi"#,
  ])
  func cutFileWithoutACompletePartIsRefused(_ text: String) {
    #expect(
      ImportedFile.refusal(of: Array(text.utf8))?.hasSuffix(
        "the file ends early, and nothing in it is complete; get the whole file") == true)
  }

  @Test func mistakeInTheMiddleIsNoEarlyEnd() {
    let bad = Self.feature("B", #"{"type":"Point","coordinates":[10,50}"#)
    let text = Self.collection([Self.feature("A"), bad, Self.feature("C")])
    #expect(
      ImportedFile.refusal(of: Array(text.utf8))?.contains(
        "this is not JSON: found '}', expected ',' or ']'") == true)
  }

  @Test(arguments: ["t", "tru", "nul", "\"x\\u00", "\"x\\", "\"x\n", "1.", "-", "[[", "{\"a\""])
  func fileMayEndInAnyValue(_ value: String) throws {
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature("A")),{\"properties\":{\"x\":"
    let found = try ImportedFile(text + value)
    #expect(found.regions == ["a"])
    #expect(found.problems.first?.contains("the file ends early") == true)
  }

  @Test func cutTrackIsReadToItsLastPoint() throws {
    let points = (0..<5).map {
      "<trkpt lat=\"50.00\($0)\" lon=\"10\"><ele>\(100 + $0)</ele></trkpt>"
    }
    let text = "<gpx><trk><name>T</name><trkseg>" + points.joined()
    let found = try ImportedFile(text + "<trkpt lat=\"50.009\" lon=\"10\"><ele>10")
    #expect(found.regions == ["t"])
    #expect(found.positions().count == 15 && found.positions().suffix(3) == [10, 50.004, 104])
    #expect(found.problems.count == 1)
    let segments = try ImportedFile(text + "</trkseg><trkseg>")
    #expect(segments.positions().count == 15)
  }

  @Test func zerosMayBeInPlaceOfTheEnd() throws {
    let start = "<gpx>\(Self.gpx("A"))<wpt lat=\"5"
    let found = try ImportedFile(Array(start.utf8) + [UInt8](repeating: 0, count: 4096))
    #expect(found.regions == ["a"])
    #expect(found.problems.count == 1 && found.notices.count == 1)
  }

  @Test func completePartsNeedTheOption() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<gpx>\(Self.gpx("A"))\(Self.gpx("B"))<wpt", to: "cut.gpx")
    let configuration = try folder.write(
      "[state]\ndirectory = \"\(folder.path)/state\"\n", to: "picket.toml")
    let arguments = [
      "regions", "import", path, "--radius", "20", "--regions", "\(folder.path)/r.geojson",
      "--config", configuration,
    ]
    let refused = try PicketCommandRun(arguments)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.log.contains("--skip-bad imports the other 2 regions and leaves out 1 part"),
      "\(refused.log)")
    let rest = try PicketCommandRun(arguments + ["--skip-bad"])
    #expect(rest.status == 0 && rest.output.hasPrefix("imported 2 regions, left out 1:"))
    #expect(rest.log.contains("the file ends early"), "\(rest.log)")
  }
}
