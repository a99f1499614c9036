import Base
import Picket
import RegionFiles
import Testing

/// A change of the regions that a client requests.
struct RegionChangeTests {
  private static let old = """
    {"type":"FeatureCollection","features":[
    {"id":"a","type":"Feature","mine":1.50,"properties":{"note":"x","radius":5.0},
    "geometry":{"type":"Point","coordinates":[15.000,47.0]}},
    {"type":"Feature","id":"b","properties":{"radius":9,"exclude":["a"]},
    "geometry":{"type":"Point","coordinates":[15,47]}}]}
    """

  private func changed(
    renames: [String: String] = [:], removals: [String] = [], put: [String] = [],
    isForced: Bool = false, fleet: FleetRegions? = nil
  ) throws -> RegionsDocument {
    var document = try RegionsDocument(Self.old, file: "r")
    let change = RegionChange(
      base: "", renames: renames, removals: removals,
      features: try put.map { try JSON.parse($0) }, isForced: isForced)
    try change.apply(to: &document, fleet: fleet)
    return document
  }

  private func circle(_ id: String, _ properties: String = "\"radius\":5", _ east: String = "15")
    -> String
  {
    """
    {"type":"Feature","id":"\(id)","properties":{\(properties)},
    "geometry":{"coordinates":[\(east),47],"type":"Point"},"mine":1.5}
    """
  }

  @Test func orderAndDigitsStay() throws {
    let feature = circle("a", #""dwell":3,"radius":5,"note":"x","own":[1]"#)
    let document = try changed(put: [feature])
    #expect(
      document.features[0].line
        == #"{ "id": "a", "type": "Feature", "mine": 1.50, "properties": { "note": "x", "#
        + #""radius": 5.0, "dwell": 3, "own": [1] }, "#
        + #""geometry": { "type": "Point", "coordinates": [15.000, 47.0] } }"#)
    #expect(document.identifiers == ["a", "b"])
  }

  @Test func onlyMovedCoordinatesHaveNewDigits() throws {
    let document = try changed(put: [circle("a", #""radius":5,"note":"x""#, "15.25")])
    #expect(document.features[0].line.contains("[15.25, 47.0]"))
  }

  @Test func newFeatureIsInUsualOrder() throws {
    let document = try changed(put: [circle("c", #""zeta":1,"radius":5,"note":"n""#)])
    #expect(
      document.features[2].line
        == #"{ "type": "Feature", "id": "c", "properties": { "note": "n", "radius": 5, "zeta": 1 "#
        + #"}, "geometry": { "type": "Point", "coordinates": [15, 47] }, "mine": 1.5 }"#)
  }

  @Test func renamesPrecedeFeatures() throws {
    let document = try changed(renames: ["a": "z"], put: [circle("z", #""radius":7"#)])
    #expect(document.identifiers == ["z", "b"])
    #expect(document.features[1]["properties"]?["exclude"]?.line == #"["z"]"#)
    #expect(document.features[0]["properties"]?["radius"]?.line == "7")
  }

  @Test func excludedRegionIsOnlyRemovedByForce() throws {
    #expect(throws: Problems.self) { try changed(removals: ["a"]) }
    #expect(try changed(removals: ["a"], isForced: true).identifiers == ["b"])
    #expect(throws: Problems.self) { try changed(removals: ["nowhere"]) }
  }

  @Test func regionsOfTheFleetAreNotChanged() throws {
    let rules = RegionRules(RegionSettings())
    let fleet = FleetRegions(FleetSample.text(["far"]), file: "f", rules: rules)
    for body in [
      { try changed(removals: ["far"], fleet: fleet) },
      { try changed(renames: ["far": "x"], fleet: fleet) },
      { try changed(put: [circle("far")], fleet: fleet) },
      { try changed(renames: ["a": "far"], fleet: fleet) },
    ] {
      let problems = thrown(Problems.self) { try body() }
      #expect(problems?.description.contains("fleet") == true)
    }
  }

  /// A property and the geometry of a region with a problem, its field, and its corners.
  private static let problems: [(String, String, String?, [Int])] = [
    (#""radius":-1"#, point, "radius", []), ("", point, "radius", []),
    (#""radius":1e9"#, point, "radius", []), (#""radius":5,"active":"Mi 7""#, point, "active", []),
    (#""radius":5,"dwell":true"#, point, "dwell", []),
    (#""radius":5,"remind":60,"remindAtMost":1.5"#, point, "remindAtMost", []),
    (#""radius":5,"remindSide":"inside""#, point, "remindSide", []),
    (#""radius":5,"exclude":["a"]"#, point, "exclude", []),
    (#""radius":5,"exclude":[7]"#, point, "exclude", []),
    (#""radius":5,"class":"a\u0001""#, point, "class", []),
    (#""radius":5,"after":"a""#, point, "after", []),
    (#""border":"b","offset":5"#, "null", "border", []), (#""border":"a""#, "null", "offset", []),
    (#""radius":5,"heading":[1]"#, point, "heading", []), (#""gate":true"#, point, "gate", []),
    ("", polygon("[0,0],[1,1],[1,0],[0,1],[0,0]"), "geometry", [0, 2]),
    ("", polygon("[0,0],[1,0],[1,1],[0,190],[0,0]"), "geometry", [3]),
    ("", "7", "geometry", []), (#""radius":5,"nte":"x""#, point, nil, []),
  ]

  private static let point = #"{"type":"Point","coordinates":[1,2]}"#
  private static func polygon(_ corners: String) -> String {
    #"{"type":"Polygon","coordinates":[[\#(corners)]]}"#
  }

  @Test(arguments: problems)
  func problemHasItsField(
    _ properties: String, _ geometry: String, _ field: String?, _ corners: [Int]
  ) throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{\(properties)},"geometry":\(geometry)}]}
      """
    let found = RegionsFile.check(text, file: "r", rules: Configuration().regionRules).problems
    let first = try #require(found.first)
    #expect(first.field == field, "\(first)")
    #expect(first.corners == corners, "\(first)")
  }

  @Test func secondIdentifierHasItsField() throws {
    let problem = thrown(Problems.self) {
      var document = try RegionsDocument(
        #"{"type":"FeatureCollection","features":[{"id":"a"}]}"#, file: "r")
      try document.add(.object(["id": .string("a")]))
    }
    #expect(problem?.list.first?.field == "id")
  }
}
