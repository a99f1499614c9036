import Base
import Geofence
import Picket
import RegionFiles
import Testing

struct RegionsFileTests {
  @Test func everyShapeAndPropertyIsRead() throws {
    let (regions, problems) = check(
      feature(
        "Point", "[-0.142, 51.501, 30]",
        """
        "radius": 25.5, "note": "By the gate", "notifyOnEntry": false, "notifyOnExit": true,
        "dwell": 60, "cushion": 2, "linger": 1.5, "sense": "quiet",
        "remind": 90, "remindSide": "inside", "remindAtMost": 5,
        "expires": "2026-06-03T09:14:31Z", "signal": "blind", "class": "school", "name": "ours", "stroke-width": 2
        """, id: "\"orchard\""),
      feature("Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.2],[0.6,0.2],[0.6,0.3],[0.5,0.2]]]"),
      feature("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[3,0],[4,0],[4,1],[3,0]]]]"),
      feature("LineString", "[[0,0],[1,0]]", "\"width\": 10"),
      feature("MultiLineString", "[[[0,0],[1,0]],[[0,1],[1,1]]]", "\"width\": 10"))
    #expect(problems.isEmpty)
    #expect(
      regions.first
        == Region(
          id: "orchard",
          shape: .circle(
            Circle(center: Coordinate(latitude: 51.501, longitude: -0.142), radius: 25.5)!),
          note: "By the gate", notifyOnEntry: false, cushion: 2, linger: .milliseconds(1500),
          sense: .quiet, dwell: .seconds(60),
          reminder: ReminderRule(every: .seconds(90), side: .inside, atMost: 5),
          expires: Timestamp(nanoseconds: 1_780_478_071_000_000_000),
          signal: "blind", category: "school"))
    let shapes = regions.map { region in
      switch region.shape {
      case .circle: "circle"
      case .polygon(let polygon): "polygon \(polygon.parts.map(\.count))"
      case .corridor(let corridor): "corridor \(corridor.lines.count)"
      case .band: "band"
      case .difference: "difference"
      }
    }
    #expect(shapes == ["circle", "polygon [2]", "polygon [1, 1]", "corridor 1", "corridor 2"])
  }

  @Test func exclusionsAreRead() {
    let (regions, problems) = check(
      feature("Point", "[0,0]", #""radius": 50"#, id: "\"pond\""),
      feature("Point", "[0,0]", #""radius": 90, "exclude": ["pond"]"#, id: "\"park\""))
    #expect(problems.isEmpty)
    #expect(regions.map(\.exclude) == [[], ["pond"]])
  }

  @Test(
    arguments: [
      (#""pond""#, "exclude is a string; give a list of identifiers in quotes"),
      ("[7]", "exclude[0] is a number; give a list of identifiers in quotes"),
      (
        #"["ponds"]"#,
        "exclude names \"ponds\", which is not in the file; did you mean \"pond\"?"
      ),
      (
        #"["reservoir"]"#,
        "exclude names \"reservoir\", which is not in the file; give the id of another feature"
      ),
      (#"["park"]"#, "it excludes itself; remove it from exclude"),
      (
        #"["ring"]"#,
        "its exclusions form a circle or a chain of more than 8 regions; remove one of them"
      ),
    ] as [(String, String)])
  func invalidExclusionsAreRefused(_ exclude: String, _ wrong: String) {
    let (_, problems) = check(
      feature("Point", "[0,0]", #""radius": 50"#, id: "\"pond\""),
      feature("Point", "[0,0]", #""radius": 90, "exclude": ["park"]"#, id: "\"ring\""),
      feature("Point", "[0,0]", #""radius": 90, "exclude": \#(exclude)"#, id: "\"park\""))
    #expect(problems.contains { $0.description.hasSuffix("(\"park\"): " + wrong) }, "\(problems)")
  }

  // Each of eight layers excludes all of the next: that is 197,568 and 226,996 exclusions.
  @Test(
    arguments: [
      (21, []),
      (
        22,
        [
          "r.geojson: exclude removes more than 200000 regions from others, including those that "
            + "excluded regions exclude; exclude fewer"
        ]
      ),
    ] as [(Int, [String])])
  func costOfAllExclusionsIsBounded(_ width: Int, _ expected: [String]) {
    let features = (0..<8).flatMap { layer in
      let names = (0..<width).map { "\"\(layer + 1)-\($0)\"" }.joined(separator: ",")
      return (0..<width).map { index in
        feature(
          "Point", "[0,0]", "\"radius\": 50, \"exclude\": [\(layer < 7 ? names : "")]",
          id: "\"\(layer)-\(index)\"")
      }
    }
    let (regions, problems) = check(features.joined(separator: ","))
    #expect(regions.count == 8 * width)
    #expect(problems.map(\.description) == expected)
  }

  @Test func missingPropertiesHaveConfiguredValues() {
    var configuration = Configuration()
    configuration.regions.cushion = 5
    configuration.regions.linger = .seconds(3)
    let (regions, _) = check(
      feature("Point", "[0,0]", "\"radius\": 5, \"linger\": 0, \"note\": null"),
      configuration: configuration)
    #expect(regions.first?.cushion == 5)
    #expect(regions.first?.linger == .zero)
    #expect(regions.first?.notifyOnEntry == true)
    #expect(regions.first?.note == nil)
  }

  @Test func senseOfARegionIsKept() {
    var configuration = Configuration()
    configuration.regions.sense = .quick
    let (regions, problems) = check(
      feature("Point", "[0,0]", "\"radius\": 5", id: "1"),
      feature("Point", "[0,0]", "\"radius\": 5, \"sense\": null", id: "2"),
      feature("Point", "[0,0]", "\"radius\": 5, \"sense\": \"even\"", id: "3"),
      feature("Point", "[0,0]", "\"radius\": 5, \"sense\": \"quiet\"", id: "4"),
      configuration: configuration)
    #expect(problems.isEmpty)
    #expect(regions.map(\.sense) == [.quick, .quick, .even, .quiet])
  }

  @Test(
    arguments: [
      ("7", "7"), ("-1.5", "-1.5"), ("\"a b\"", "a b"), ("1e3", "1000"),
    ] as [(String, String)])
  func identifierIsATextOrANumber(_ json: String, _ id: String) {
    #expect(check(feature("Point", "[0,0]", "\"radius\": 5", id: json)).regions.map(\.id) == [id])
  }

  @Test func identifierMayBeAProperty() {
    let json =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"#
      + #""properties":{"id":"gate","radius":5}}"#
    #expect(check(json).regions.map(\.id) == ["gate"])
  }

  @Test(
    arguments: [
      ("", ": the file is empty; give an object of type \"FeatureCollection\""),
      (" \n", ": the file is empty; give an object of type \"FeatureCollection\""),
      ("{\n  \"type\" 5", ":2:10: this is not JSON: found '5', expected ':'"),
      (
        "[]",
        ": this is an array, not a FeatureCollection; give an object of type \"FeatureCollection\""
      ),
      ("{}", ": there is no type; give an object of type \"FeatureCollection\""),
      ("{\"type\":5}", ": type is a number; give an object of type \"FeatureCollection\""),
      (
        "{\"type\":\"Feature\"}",
        """
        : type is \"Feature\", not \"FeatureCollection\"; \
        put each region as a Feature into \"features\" of a FeatureCollection
        """
      ),
      (
        "{\"type\":\"FeatureCollection\"}", ": there are no features; give an array of features"
      ),
      (
        "{\"type\":\"FeatureCollection\",\"features\":{}}",
        ": features is an object; give an array of features"
      ),
    ] as [(String, String)])
  func otherDocumentIsOneProblem(_ text: String, _ line: String) {
    let (regions, problems) = RegionsFile.check(
      text, file: "r.geojson", rules: Configuration().regionRules)
    #expect(regions.isEmpty)
    #expect(problems.map(\.description) == ["r.geojson" + line])
  }

  @Test func unreadableFileIsAProblem() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/regions.geojson"
    let config = try folder.write("", to: "picket.toml")
    do throws(Problems) {
      let settings = try Settings.read(configurationPath: config, regionsPath: path)
      Issue.record("\(settings.regions) were read")
    } catch {
      #expect(
        error.description
          == "\(path): there is no such file; create it, or name another in [regions] file")
    }
  }

  @Test func emptyCollectionIsValid() {
    #expect(check().regions.isEmpty)
    #expect(check().problems.isEmpty)
  }

  @Test(
    arguments: [
      ("5", "feature 0: this is a number; give an object of type \"Feature\""),
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":null,\"properties\":null}",
        """
        feature 0 (\"a\"): geometry is null; \
        give a Point with a radius, a Polygon or a LineString with a width
        """
      ),
      (
        "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":{}}",
        """
        feature 0 (\"a\"): the geometry has no type; \
        give a Point with a radius, a Polygon or a LineString with a width
        """
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "null"),
        "feature 0: there is no identifier; add an \"id\" to the feature"
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "\" \""),
        "feature 0: the identifier is empty; give the \"id\" a text"
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "true"),
        "feature 0: the identifier is a boolean; give a text or a number"
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "\"a\\nb\""),
        "feature 0 (\"a\\nb\"): the identifier \"a\\nb\" has a control character; remove it"
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5,\"class\":\"\\u001b]0;x\\u0007\"", id: "1"),
        """
        feature 0 (\"1\"): class \"\\u{1b}]0;x\\u{7}\" has a control character; remove it
        """
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "12345678901234567890"),
        "feature 0: the identifier is too large for a number; put it in quotes"
      ),
      (
        feature("Point", "[0,0]", "\"radius\": 5", id: "\"a b\"", type: "Featur"),
        "feature 0 (\"a b\"): type is \"Featur\"; give \"Feature\""
      ),
      (
        """
        {\"type\":\"Feature\",\"id\":1,\"properties\":[],\
        \"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}
        """,
        "feature 0 (\"1\"): properties is an array; give an object"
      ),
    ] as [(String, String)])
  func invalidFeatureIsAProblem(_ json: String, _ line: String) {
    let (regions, problems) = check(json)
    #expect(regions.isEmpty)
    #expect(problems.map(\.description) == ["r.geojson: " + line])
  }

  @Test(
    arguments: [
      ("\"width\": 5", "a Point needs a radius; add \"radius\" in metres to its properties"),
      ("\"radius\": -5", "radius -5 is not positive; give metres greater than 0"),
      ("\"radius\": 0", "radius 0 is not positive; give metres greater than 0"),
      ("\"radius\": \"5\"", "radius is a string; give metres greater than 0"),
      ("\"radius\": 1e999", "radius is not a finite number; give metres greater than 0"),
      ("\"radius\": 5, \"note\": 5", "note is a number; give a text"),
      ("\"radius\": 5, \"class\": [\"a\"]", "class is an array; give a text"),
      (
        "\"radius\": 5, \"notifyOnEntry\": \"yes\"", "notifyOnEntry is a string; give true or false"
      ),
      ("\"radius\": 5, \"dwell\": -1", "dwell is -1; give seconds from 0 to 31536000"),
      (
        "\"radius\": 5, \"dwell\": 1e300",
        "dwell is 1e+300; give seconds from 0 to 31536000"
      ),
      (
        "\"radius\": 5, \"cushion\": -0.5", "cushion is -0.5; give metres from 0 to 1000"
      ),
      ("\"radius\": 5, \"linger\": -1", "linger is -1; give seconds from 0 to 3600"),
      (
        "\"radius\": 5, \"linger\": \"soon\"",
        "linger is \"soon\"; give seconds from 0 to 3600, or a time such as \"90s\" or \"10m\""
      ),
      (
        "\"radius\": 5, \"linger\": \"2h\"",
        "linger is \"2h\"; give seconds from 0 to 3600, or a time such as \"90s\" or \"10m\""
      ),
      ("\"radius\": 5, \"linger\": []", "linger is an array; give seconds from 0 to 3600"),
      ("\"radius\": 5, \"sense\": \"quite\"", "sense is \"quite\"; did you mean \"quiet\"?"),
      (
        "\"radius\": 5, \"sense\": \"sixth\"",
        "sense is \"sixth\"; give \"quick\", \"even\" or \"quiet\""
      ),
      (
        "\"radius\": 5, \"sense\": 6",
        "sense is a number; give \"quick\", \"even\" or \"quiet\""
      ),
      (
        "\"radius\": 5, \"expires\": \"tomorrow\"",
        "expires \"tomorrow\" is not a time; give one such as \"2026-06-03T09:14:31Z\""
      ),
      ("\"radius\": 5, \"expires\": 5", "expires is a number; give a text"),
      (
        "\"radius\": 5, \"signal\": \"entre\"",
        "signal \"entre\" is not in the configuration; did you mean \"enter\"?"
      ),
      (
        "\"radius\": 5, \"signal\": \"trumpet\"",
        """
        signal \"trumpet\" is not in the configuration; \
        known: again, backlog, blind, cross, dwell, enter, exit, fault, inside, last_reminder, \
        mark, outside, ready, reminder, sighted, speedOK, speeding and unknown
        """
      ),
    ] as [(String, String)])
  func wrongPropertyIsAProblem(_ properties: String, _ line: String) {
    let (regions, problems) = check(feature("Point", "[0,0]", properties, id: "\"orchard\""))
    #expect(regions.isEmpty)
    #expect(problems.map(\.description) == ["r.geojson: feature 0 (\"orchard\"): " + line])
  }

  @Test(
    arguments: [
      ("\"raduis\": 5", "radius"), ("\"radios\": 5", "radius"), ("\"Radius\": 5", "radius"),
      ("\"notifyOnExits\": true", "notifyOnExit"), ("\"notify_on_entry\": true", "notifyOnEntry"),
      ("\"notes\": \"a\"", "note"), ("\"cushon\": 1", "cushion"), ("\"expiry\": 1", "expires"),
      ("\"sence\": \"even\"", "sense"),
    ] as [(String, String)])
  func misspelledPropertyIsAWarning(_ property: String, _ meant: String) throws {
    let (regions, problems) = check(feature("Point", "[0,0]", "\"radius\": 5, " + property))
    #expect(regions.count == 1)
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.severity == .warning)
    #expect(problem.remedy == "did you mean \"\(meant)\"?")
    #expect(
      problem.description.hasPrefix("r.geojson: feature 0 (\"1\"): warning: unknown property "))
  }

  @Test(
    arguments: [
      "name", "title", "type", "ID", "fill", "stroke", "icon", "street", "url", "date",
    ] as [String])
  func foreignPropertyIsAccepted(_ property: String) {
    #expect(check(feature("Point", "[0,0]", "\"radius\": 5, \"\(property)\": 5")).problems.isEmpty)
  }

  @Test func tooLargeRadiusIsClamped() {
    var configuration = Configuration()
    configuration.regions.maxRadius = 500
    let (regions, problems) = check(
      feature("Point", "[0,0]", "\"radius\": 501"),
      feature("LineString", "[[0,0],[1,0]]", "\"width\": 1e308", id: "2"),
      configuration: configuration)
    #expect(regions.map(\.shape.inradius) == [500, 500])
    #expect(
      problems.map(\.description) == [
        "r.geojson: feature 0 (\"1\"): warning: radius 501 is more than max_radius in [regions] "
          + "allows: it is clamped to 500; give at most that or raise max_radius",
        "r.geojson: feature 1 (\"2\"): warning: width 1e+308 is more than max_radius in [regions] "
          + "allows: it is clamped to 1000; give at most that or raise max_radius",
      ])
  }

  @Test func secondRegionWithAnIdentifierIsRefused() {
    let (regions, problems) = check(
      feature("Point", "[0,0]", "\"radius\": 5", id: "\"7\""),
      feature("Point", "[1,1]", "\"radius\": 5", id: "8"),
      feature("Point", "[2,2]", "\"radius\": 5", id: "7"))
    #expect(regions.map(\.id) == ["7", "8"])
    #expect(
      problems.map(\.description) == [
        "r.geojson: feature 2 (\"7\"): feature 0 has the same identifier; give each feature its own"
      ])
  }

  @Test func regionsOverTheLimitAreRefused() {
    var configuration = Configuration()
    configuration.regions.maxCount = 2
    let (_, problems) = check(
      feature("Point", "[0,0]", "\"radius\": 5", id: "1"),
      feature("Point", "[0,0]", "\"radius\": 5", id: "2"),
      feature("Point", "[0,0]", "\"radius\": 5", id: "3"), configuration: configuration)
    #expect(
      problems.map(\.description) == [
        "r.geojson: the file has 3 features, more than max_count 2 in [regions]; "
          + "remove some or raise max_count"
      ])
  }

  @Test func longTextsAreRefused() throws {
    let (name, note) = (String(repeating: "n", count: 255), String(repeating: "é", count: 500))
    let fit = feature(
      "Point", "[0,0]", #""radius":5,"class":"\#(name)","note":"\#(note)""#, id: #""\#(name)""#)
    #expect(check(fit).problems.isEmpty)
    let long = feature(
      "Point", "[0,0]", #""radius":5,"class":"\#(name)n","note":"\#(note)e""#, id: #""\#(name)n""#)
    let start = "r.geojson: feature 0 (\"\(name.prefix(60))…\"): "
    #expect(
      check(long).problems.map(\.description) == [
        start + "the identifier \"\(name.prefix(60))…\" has 256 bytes; give at most 255",
        start + "note has 1001 bytes; give at most 1000",
        start + "class has 256 bytes; give at most 255",
      ])
    // Regions that were recorded before these limits existed are still read.
    let (regions, problems) = RegionsFile.check(
      "{\"type\":\"FeatureCollection\",\"features\":[\(long)]}", file: "f",
      rules: RegionRules(RegionSettings(), isRecorded: true))
    #expect(problems.isEmpty && regions.first?.note?.utf8.count == 1001)
  }

  @Test func allProblemsAreReportedTogether() {
    let (_, problems) = check(
      feature("Point", "[0,95]", "\"radius\": -1, \"dwell\": -1, \"raduis\": 5"),
      feature("Polygone", "[]", "\"note\": 5", id: "null"))
    #expect(
      problems.map(\.wrong) == [
        "radius -1 is not positive", "longitude and latitude look swapped in coordinates",
        "dwell is -1", "unknown property \"raduis\"", "there is no identifier",
        "unknown geometry \"Polygone\"", "note is a number",
      ])
  }
}

/// A feature as GeoJSON.
func feature(
  _ geometry: String, _ coordinates: String, _ properties: String = "", id: String? = nil,
  type: String = "Feature"
) -> String {
  let id = id ?? "\(geometry == "Point" ? 1 : geometry.count)"
  return """
    {"type":"\(type)","id":\(id),"properties":{\(properties)},
    "geometry":{"type":"\(geometry)","coordinates":\(coordinates)}}
    """
}

/// The regions and problems of a file with these features.
func check(
  _ features: String..., configuration: Configuration = Configuration()
) -> (regions: [Region], problems: [Problem]) {
  RegionsFile.check(
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
    file: "r.geojson", rules: configuration.regionRules)
}
