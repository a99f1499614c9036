import Notation
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

  @Test(arguments: [
    ("radius -1 is not positive", "radius"), ("a Point needs a radius", "radius"),
    ("active, character 4: there is no day", "active"), ("dwell is a string", "dwell"),
    ("remindAtMost 1.5 is not a whole number", "remindAtMost"),
    ("there is no identifier", "id"), ("this region already exists", "id"),
    ("the ring in coordinates[0] crosses itself: position 0 to 1 and position 2 to 3", "geometry"),
    ("longitude 190 is out of range in coordinates[0][3]", "geometry"),
    ("its radius of 3 m is less than the error of a fix: visits will be missed", "radius"),
    ("it excludes itself", "exclude"), ("unknown property \"nte\"", nil),
    ("this is not JSON: x", nil),
  ])
  func problemNamesItsField(_ wrong: String, _ field: String?) {
    #expect(Problem(file: "r", wrong: wrong).field == field)
  }
}
