import Base
import Picket
import RegionFiles
import Testing

struct RegionsDocumentTests {
  private let text = """
    {"type":"FeatureCollection","crs":{"x":1},"features":[
    {"type":"Feature","id":"orchard","bbox":[1.50,2],"properties":{"radius":60.0,"colour":"#ff0","exclude":["pond","ditch"]},
    "geometry":{"type":"Point","coordinates":[-0.1420,51.501,12.5]}},
    {"type":"Feature","id":7,"properties":{"radius":5,"exclude":["pond"]},"geometry":{"type":"Point","coordinates":[0,1]}},
    {"type":"Feature","properties":{"id":"pond","radius":5},"geometry":{"type":"Point","coordinates":[0,2]}},
    {"type":"Feature","id":"ditch","properties":{"radius":5},"geometry":{"type":"Point","coordinates":[0,3]}}
    ],"last":null}
    """

  private func document() throws -> RegionsDocument {
    try RegionsDocument(text, file: "r.geojson")
  }

  private func refusal(_ edit: (inout RegionsDocument) throws(Problems) -> Void) throws -> String {
    var document = try document()
    do throws(Problems) {
      try edit(&document)
      return ""
    } catch {
      #expect(document == (try? self.document()))
      return error.description
    }
  }

  @Test func editLeavesTheRestUnchanged() throws {
    let document = try document()
    #expect(document.identifiers == ["orchard", "7", "pond", "ditch"])
    #expect(document.text.contains(#""bbox": [1.50, 2]"#))
    #expect(document.text.contains(#""coordinates": [-0.1420, 51.501, 12.5]"#))
    #expect(document.text.contains(##""colour": "#ff0""##))
    #expect(document.text.contains(#""crs": { "x": 1 }"#))
    #expect(document.text.hasSuffix("  \"last\": null\n}\n"))
    #expect(try RegionsDocument(document.text, file: "r.geojson") == document)
  }

  @Test func excludedRegionIsNotRemoved() throws {
    #expect(
      try refusal { document throws(Problems) in _ = try document.remove("pond") }
        == "r.geojson: feature 2 (\"pond\"): \"orchard\" and \"7\" exclude it; "
        + "--force removes it from their exclude")
    #expect(
      try refusal { document throws(Problems) in _ = try document.remove("ditch") }
        == "r.geojson: feature 3 (\"ditch\"): \"orchard\" excludes it; "
        + "--force removes it from their exclude")
  }

  @Test func forcedRemovalEditsExclude() throws {
    var document = try document()
    let users = try document.remove("pond", isForced: true)
    #expect(users == RegionUsers(excluding: ["orchard", "7"]))
    #expect(document.identifiers == ["orchard", "7", "ditch"])
    #expect(document.text.contains(#""exclude": ["ditch"]"#))
    #expect(document.text.contains(#""properties": { "radius": 5 }"#))
    let check = RegionsFile.check(document.text, file: "r", rules: Configuration().regionRules)
    #expect(check.problems.isEmpty)
  }

  @Test func missingRegionIsReportedWithTheNearest() throws {
    #expect(
      try refusal { document throws(Problems) in _ = try document.remove("orchad") }
        == "r.geojson: there is no region \"orchad\"; did you mean \"orchard\"?")
    #expect(
      try refusal { document throws(Problems) in _ = try document.setEnabled("zzzz", true) }
        == "r.geojson: there is no region \"zzzz\"; picket regions list shows all regions")
  }

  @Test func disablingAndEnablingRestoresTheText() throws {
    var document = try document()
    #expect(try document.setEnabled("7", false))
    #expect(try document.setEnabled("7", false) == false)
    #expect(document.text.contains(#""exclude": ["pond"], "enabled": false"#))
    let regions = RegionsFile.check(document.text, file: "r", rules: Configuration().regionRules)
      .regions
    #expect(regions.filter { !$0.isEnabled }.map(\.id) == ["7"])
    #expect(try document.setEnabled("7", true))
    let before = try self.document()
    #expect(document == before)
  }

  @Test func featureWithoutPropertiesGetsSome() throws {
    var document = try RegionsDocument(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":null}]}"#,
      file: "r")
    #expect(try document.setEnabled("a", false))
    #expect(document.text.contains(#""properties": { "enabled": false }"#))
  }

  @Test func secondRegionWithAnIdentifierIsRefused() throws {
    #expect(
      try refusal { document throws(Problems) in
        try NewRegion(id: "7").add(
          as: .circle(latitude: "1", longitude: "2", radius: "3"), to: &document)
      }
        == "r.geojson: feature 1 (\"7\"): this region already exists; "
        + "give another identifier, or remove this region first")
  }

  @Test func newRegionIsLastWithItsProperties() throws {
    var document = try document()
    var region = NewRegion(id: "gate \"1\"")
    region.add(.note, "Mind\nthe dog")
    region.add(.dwell, "5m")
    region.add(.signal, nil)
    try region.add(
      as: .circle(latitude: "51.500100", longitude: "-0.14", radius: "15.0"), to: &document)
    #expect(
      document.text.contains(
        """
              "id": "gate \\"1\\"",
              "properties": { "radius": 15.0, "note": "Mind\\nthe dog", "dwell": 300 },
              "geometry": { "type": "Point", "coordinates": [-0.14, 51.500100] }
        """))
    #expect(document.identifiers.last == "gate \"1\"")
  }

  @Test(
    arguments: [
      ("", "r: the file is empty; give an object of type \"FeatureCollection\""),
      ("[]", "r: this is an array, not a FeatureCollection; give an object of type"),
      ("{", "r:1:2: this is not JSON: the file ends, but a name in double quotes is expected"),
      ("{\"type\":\"FeatureCollection\"}", "r: there are no features; give an array of features"),
    ] as [(String, String)])
  func otherDocumentsAreRefusedAsByCheck(_ text: String, _ words: String) {
    do throws(Problem) {
      _ = try RegionsDocument(text, file: "r")
      Issue.record("the change was accepted")
    } catch {
      #expect(error.description.hasPrefix(words))
    }
  }

  private static let two = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"0","properties":{"radius":50.10,"exclude":["pond"]},
    "geometry":{"type":"Point","coordinates":[15,47]}},
    {"type":"Feature","properties":{"id":"pond","radius":5},
    "geometry":{"type":"Point","coordinates":[15,47]}}]}
    """

  @Test func usersOfARegionAreNamedByTheirProperty() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{"radius":50},
      "geometry":{"type":"Point","coordinates":[15,47]}},
      {"type":"Feature","id":"next","properties":{"radius":50,"after":"a"},
      "geometry":{"type":"Point","coordinates":[16,47]}},
      {"type":"Feature","id":"band","properties":{"border":"a","offset":5},"geometry":null}]}
      """
    var document = try RegionsDocument(text, file: "f")
    let renamed = try document.rename("a", to: "b")
    #expect(renamed.renaming == ["also in the after of next", "also in the border of band"])
    #expect(try document.remove("band").removal.isEmpty)
    // "no longer excluded by next" would be wrong, and next reports without b from now on.
    let removed = try document.remove("b", isForced: true)
    #expect(removed.removal == ["no longer comes before next"])
  }

  @Test func renamingReachesExclude() throws {
    var document = try RegionsDocument(Self.two, file: "f")
    let excluded = try document.rename("pond", to: "lake")
    #expect(excluded == RegionUsers(excluding: ["0"]))
    let alone = try document.rename("0", to: "orchard")
    #expect(alone == RegionUsers())
    #expect(document.identifiers == ["orchard", "lake"])
    #expect(document.text.contains(#""exclude": ["lake"]"#) || document.text.contains(#"["lake"]"#))
    #expect(document.text.contains("50.10"))
    #expect(throws: Problems.self) { try document.rename("orchard", to: "lake") }
    #expect(throws: Problems.self) { try document.rename("nope", to: "x") }
  }

  @Test(arguments: [
    ("dwell", "5m", "300"), ("linger", "2.5s", "2.5"), ("approach", "1m30s", "90"),
    ("remind", "1 min", "60"), ("approachLongest", "20s", "20"), ("dwell", "soon", "\"soon\""),
    ("radius", "5m", "\"5m\""), ("colour", "5m", "\"5m\""),
  ])
  func timeWithAUnitBecomesSeconds(_ key: String, _ text: String, _ written: String) throws {
    var document = try RegionsDocument(Self.two, file: "f")
    try document.set("0", key, to: text)
    #expect(document.features[0]["properties"]?[key]?.line == written)
  }

  @Test(arguments: [
    ("aproach", "approach"), ("Dwell", "dwell"), ("notify_on_exit", "notifyOnExit"),
    ("reminder", "remind"), ("excludes", "exclude"), ("approachform", "approachFrom"),
  ])
  func misspelledPropertyIsRefused(_ key: String, _ meant: String) throws {
    var document = try RegionsDocument(Self.two, file: "f")
    let problems = thrown(Problems.self) { try document.set("0", key, to: "10") }
    #expect(
      problems?.description == """
        f: feature 0 ("0"): unknown property "\(key)"; did you mean "\(meant)"? --as-is writes it \
        as it is
        """)
    try document.set("0", key, to: "10", isAsIs: true)
    #expect(document.features[0]["properties"]?[key]?.line == "10")
    // What is wrong can always be removed.
    try document.set("0", key, to: nil)
    #expect(document.features[0]["properties"]?[key] == nil)
  }

  @Test(arguments: ["name", "colour", "description", "title", "stroke-width"])
  func foreignPropertyIsWritten(_ key: String) throws {
    var document = try RegionsDocument(Self.two, file: "f")
    try document.set("0", key, to: "x")
    #expect(document.features[0]["properties"]?[key]?.text == "x")
  }

  @Test func propertyKeepsItsType() throws {
    var document = try RegionsDocument(Self.two, file: "f")
    try document.set("0", "dwell", to: "300")
    try document.set("0", "note", to: "12")
    try document.set("0", "notifyOnExit", to: "false")
    try document.set("0", "exclude", to: "pond,shed")
    let properties = document.features[0]["properties"]
    #expect(properties?["dwell"]?.line == "300")
    #expect(properties?["note"]?.line == "\"12\"")
    #expect(properties?["notifyOnExit"] == .boolean(false))
    #expect(properties?["exclude"]?.elements?.compactMap(\.text) == ["pond", "shed"])
    try document.set("0", "linger", to: "2.50")
    #expect(document.features[0]["properties"]?["linger"]?.line == "2.50")
    try document.set("0", "exclude", to: nil)
    #expect(document.features[0]["properties"]?["exclude"] == nil)
    #expect(throws: Problems.self) { try document.set("0", "id", to: "x") }
  }
}
