import Base
import Picket
import RegionFiles
import Testing

/// Properties, names and units as people and other programs write them.
struct ForeignPropertyTests {
  private static func point(_ properties: String, name: String = "A") -> String {
    #"{"type":"Feature","properties":{"name":"\#(name)",\#(properties)},"#
      + #""geometry":{"type":"Point","coordinates":[10,50]}}"#
  }

  private static func property(_ name: String, _ text: String) throws -> Double? {
    let found = try ImportedFile(point("\"\(name)\":\(JSONLine.quoted(text))"))
    return found.document.features.first?["properties"]?[name]?.json?.number
  }

  @Test(arguments: [
    ("maxSpeed", "30 km/h", 30), ("maxSpeed", "20 mph", 32.19), ("maxSpeed", "20mph", 32.19),
    ("maxSpeed", "10 m/s", 36), ("maxSpeed", "6 knots", 11.11), ("maxSpeed", "30", 30),
    ("radius", "0.5 km", 500), ("radius", "150 ft", 45.72), ("radius", "150'", 45.72),
    ("radius", "2.5 m", 2.5), ("radius", "0,5 km", 500), ("radius", "100 yd", 91.44),
    ("radius", "1 mi", 1609.34), ("cushion", "10 feet", 3.05), ("RADIUS", "0.1km", 0),
  ])
  func valueWithAUnitIsRead(_ name: String, _ text: String, _ value: Double) throws {
    if value == 0 {
      #expect(
        try ImportedFile(Self.point("\"\(name)\":\"\(text)\"")).shapes.first?.contains("100 m")
          == true)
    } else {
      #expect(try Self.property(name, text) == value)
    }
  }

  @Test(arguments: [
    ("radius", "2 furlongs", "radius is \"2 furlongs\"; give metres"),
    ("radius", "1,500 m", "radius is \"1,500 m\"; give metres"),
    ("maxSpeed", "walk", "maxSpeed is \"walk\"; give km/h"),
    ("maxSpeed", "30 m", "maxSpeed is \"30 m\"; give km/h"),
  ])
  func unknownUnitIsNamed(_ name: String, _ text: String, _ words: String) throws {
    let found = try ImportedFile(Self.point("\"\(name)\":\"\(text)\""))
    #expect(found.problems.first?.hasPrefix("f: \"A\": \(words)") == true, "\(found.problems)")
  }

  @Test(arguments: [
    (#""border":"thin""#, "border"), (#""border":1"#, "border"), (#""offset":5"#, "offset"),
    (#""gate":"main""#, "gate"), (#""gate":true"#, "gate"), (#""once":"daily""#, "once"),
    (#""after":"2026-01-01""#, "after"), (#""heading":270"#, "heading"),
    (#""border":"x","offset":3"#, "border"), (#""class":{"a":1}"#, "class"),
  ])
  func propertyOfAnotherProgramIsRenamed(_ member: String, _ name: String) throws {
    let found = try ImportedFile(Self.point(member))
    #expect(found.regions == ["a"], "\(found.problems)")
    #expect(found.document.features.first?["properties"]?["other_\(name)"] != nil)
    #expect(found.notices.contains { $0.contains("it is kept as other_\(name)") })
  }

  @Test func afterAnotherRegionOfTheFileStays() throws {
    let found = try ImportedFile(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"one","properties":{},"#
        + #""geometry":{"type":"Point","coordinates":[10,50]}},"#
        + #"{"type":"Feature","id":"two","properties":{"after":"one","once":true},"#
        + #""geometry":{"type":"Point","coordinates":[10,50]}}]}"#)
    #expect(found.document.features.last?["properties"]?["after"]?.text == "one")
    #expect(found.notices.isEmpty)
  }

  @Test func sameWarningIsCounted() throws {
    let features = (0..<700).map { Self.point(#""class":["k\#($0)"]"#, name: "F\($0)") }
    let found = try ImportedFile(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    #expect(found.regions.count == 700)
    #expect(found.notices.count == 1)
    #expect(found.notices.first?.hasSuffix("kept as other_class (and 699 more like it)") == true)
  }

  @Test(arguments: [
    "a\u{200d}b", "a\u{fe0f}b", "\u{200b}a\u{ad}b", "a\u{2060}b\u{feff}", "a\u{200e}b",
  ])
  func invisibleCharactersLeaveIdentifiers(_ name: String) throws {
    #expect(try ImportedFile(Self.point(#""x":1"#, name: name)).regions == ["ab"])
    let id =
      #"{"type":"Feature","id":"\#(name)","properties":{},"#
      + #""geometry":{"type":"Point","coordinates":[10,50]}}"#
    #expect(try ImportedFile(id).regions == ["ab"])
  }

  @Test func refusedFeatureIsNamed() throws {
    let found = try ImportedFile(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"North"},"#
        + #""geometry":null},{"type":"Feature","properties":{},"geometry":null}]}"#)
    #expect(
      found.problems == ["f: \"North\": it has no geometry", "f: feature 1: it has no geometry"])
  }

  @Test func checkNamesAFeatureWithoutAnIdentifier() {
    let feature = #"{"type":"Feature","properties":{"name":"North"},"geometry":null}"#
    let text = #"{"type":"FeatureCollection","features":[\#(feature)]}"#
    let problems = RegionsFile.check(text, file: "f", rules: Configuration().regionRules).problems
    #expect(problems.first?.description.hasPrefix("f: \"North\": there is no identifier") == true)
  }

  @Test func addressWithoutAPlaceIsNamed() throws {
    let found = try ImportedFile(
      "<kml><Placemark><name>Old mill</name><address>Mill Lane 1</address></Placemark></kml>")
    #expect(
      found.problems.first?.hasPrefix("f:1:1: \"Old mill\": it has an address and no position")
        == true)
  }

  // MARK: Uses of lines and areas

  private static let hedge =
    #"{"type":"Feature","properties":{"name":"Hedge"},"geometry":{"type":"Polygon","coordinates":"#
    + "[[[10,50],[10.00279344,50],[10.00279344,50.00003596],[10,50.00003596],[10,50]]]}}"

  @Test func borderOfAFieldBecomesACorridor() throws {
    let found = try ImportedFile(Array(Self.hedge.utf8)) { $0.lineUse = .corridor }
    #expect(found.shapes == ["hedge: corridor 10 m wide, 409 m long, from feature \"Hedge\""])
  }

  @Test func crossedAreaNamesTheOutline() throws {
    let line =
      #"{"type":"Feature","properties":{"name":"Eight"},"geometry":{"type":"LineString","#
      + #""coordinates":[[10,50],[10.01,50.01],[10.01,50],[10,50.01],[10,50]]}}"#
    let found = try ImportedFile(Array(line.utf8)) { $0.lineUse = .area }
    #expect(found.problems.first?.contains("give --as outline for the largest loop") == true)
    #expect(found.problems.first?.hasPrefix("f: \"Eight\": its line crosses itself") == true)
  }

  @Test func gateIsNamedAsOne() throws {
    let found = try ImportedFile(
      #"{"type":"Feature","id":"finish","properties":{"gate":true},"geometry":{"type":"LineString","#
        + #""coordinates":[[10,49.99998202],[10,50.00001798]]}}"#)
    #expect(found.shapes == ["finish: gate, 4 m long, from feature"])
  }

  @Test func outlineOfOpenCPNIsAnArea() throws {
    let points = ["50.0|10.0", "50.0|10.002", "50.001|10.002", "50.0|10.0"].map { place in
      let parts = place.split(separator: "|")
      return "<o:ODPoint lat=\"\(parts[0])\" lon=\"\(parts[1])\"/>"
    }
    let found = try ImportedFile(
      "<OCPNDraw xmlns:o=\"x\"><o:path><o:type>Boundary</o:type><name>No anchoring</name>"
        + points.joined() + "</o:path></OCPNDraw>")
    #expect(found.shapes == ["no-anchoring: area, 7975 m², from drawing \"No anchoring\""])
  }

  @Test func fileFarFromOtherRegionsHasADoubt() throws {
    var document = RegionsDocument(file: "r")
    func add(_ text: String) throws -> [String] {
      var source = try RegionImport(Array(text.utf8), file: "f")
      source.radius = 20
      return source.add(to: &document, rules: Configuration().regionRules).notices.map(\.wrong)
    }
    #expect(try add(Self.point(#""x":1"#)).isEmpty)
    #expect(try add(Self.point(#""x":1"#, name: "near")).isEmpty)
    let far = Self.point(#""x":1"#, name: "far").replacing("[10,50]", with: "[50,10]")
    #expect(try add(far).first?.hasPrefix("all of it is ") == true)
  }
}
