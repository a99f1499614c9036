import Base
@testable import Geofence
import Picket
@testable import RegionFiles
import Testing

struct FeatureTextTests {
  private static let rules = Configuration().regionRules

  @Test func manyFeaturesKeepTheirOrder() {
    let features = (0..<500).map { index in
      """
      {"type": "Feature", "id": "\(index % 450)", "properties": {"radius": \(index == 77 ? -1 : 30)},
       "geometry": {"type": "Point", "coordinates": [\(Double(index) / 10), 1]}}
      """
    }
    let text =
      "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ","))]}"
    let (regions, problems) = RegionsFile.check(text, file: "r", rules: Self.rules)
    #expect(regions.map(\.id) == (0..<450).filter { $0 != 77 }.map(String.init))
    #expect(problems.count == 51)
    #expect(
      problems[1].description == "r: feature 450 (\"0\"): feature 0 has the same identifier; "
        + "give each feature its own")
  }

  @Test(arguments: [[77], [200, 77], [390, 400], [449, 0]])
  func firstMistakeIsReported(_ wrong: [Int]) throws {
    var features = (0..<450).map { index in
      """
      {"type": "Feature", "id": \(index), "properties": {"radius": 30, "note": "[{\\"}"},
       "geometry": {"type": "Point", "coordinates": [\(Double(index) / 10), 1]}}
      """
    }
    for index in wrong { features[index].replace("30", with: "30]", maxReplacements: 1) }
    for end in ["]}", "] x", ", tru]}", ""] {
      let text =
        "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))"
      let place = try #require(wrong.min()) * 2 + 1
      let problems = RegionsFile.check(text + end, file: "r", rules: Self.rules).problems
      #expect(problems.count == 1)
      #expect(problems[0].description.hasPrefix("r:\(place):"), "\(problems[0].description)")
      #expect(problems[0].wrong.hasSuffix("found ']', expected ',' or '}'"))
    }
  }

  @Test(
    arguments: [
      ("Point", "[1,2]"), ("Point", "[ -0 , 2.50 , 7 ]"), ("Point", "[01,2]"), ("Point", "[1.,2]"),
      ("Point", "[1,2,\"a\"]"), ("Point", "[1]"), ("Point", "[[1,2]]"), ("Point", "[1,91]"),
      ("Point", "[1e1,2E+0,3e-1]"), ("Point", "[1e,2]"), ("Point", "[1,2"), ("Point", "[1,2]]"),
      ("Point", "[-0.14199999999999999,51.50100000000000123456789]"), ("Point", "[]"),
      ("LineString", "[[1,2],[1,2.1]]"), ("LineString", "[[1,2]]"), ("LineString", "[[1,2],3]"),
      ("LineString", "[[[1,2],[1,2.1]]]"), ("LineString", "[[1,2],]"), ("LineString", "[1,2]"),
      ("MultiLineString", "[[[1,2],[1,2.1]],[[3,2],[3,2.1]]]"),
      ("MultiLineString", "[[[1,2],[1,2.1]],[[3,2]],[[4,4]]]"),
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]"), ("Polygon", "[[[0,0],[1,0],[1,1],[0,1]]]"),
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]"),
      ("Polygon", "[[[0,0],[1,1],[1,0],[0,1],[0,0]],[[0,0],[1,1],[0,0]]]"),
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[]]"), ("Polygon", "[[0,0],[1,0],[1,1],[0,0]]"),
      ("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[3,0],[4,0],[4,1],[3,0]]]]"),
      ("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[3,0],[4,0],[4,1],[3,0]],[[9,9],[8,8]]]]"),
      ("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[[3,0],[4,0],[4,1],[3,0]]]]]"),
      ("Circle", "[1,2]"), ("GeometryCollection", "[[1,2]]"),
    ] as [(String, String)])
  func positionsAreReadAsJSONIs(_ type: String, _ coordinates: String) throws {
    let text = """
      {"type": "Feature", "id": "a", "properties": {"radius": 20, "width": 10},
       "geometry": {"type": "\(type)", "coordinates": \(coordinates)}}
      """
    func reading(_ text: FeatureText) -> (region: Region?, problems: [Problem]) {
      var reader = FeatureReader(file: "r", index: 0, rules: Self.rules)
      let region = reader.region(text)
      return (region, reader.problems)
    }
    var parser = JSONParser(text)
    var plain = JSONParser(text)
    let feature = Result { () throws(JSON.Mistake) in try parser.feature() }
    let json = Result { () throws(JSON.Mistake) in try plain.value(depth: 2) }
    switch (feature, json) {
    case (.success(let feature), .success(let json)):
      let (one, other) = (reading(feature), reading(FeatureText(json: json, positions: nil)))
      #expect(one.region == other.region && one.problems == other.problems)
      #expect(parser.index == plain.index)
    case (.failure(let one), .failure(let other)): #expect(one == other)
    default: Issue.record("\(feature) but \(json)")
    }
  }

  @Test func validPositionsAreReadAtOnce() throws {
    var parser = JSONParser("[[[0,0],[1,0.5],[1,1],[0,0]],[[-2.25,3]]] ")
    let found = parser.positions()
    let positions = try #require(found)
    let next = parser.peek
    #expect(positions.depth == 3 && positions.lineCount == 2 && next == 0x20)
    #expect(positions.line(1) == [Coordinate(latitude: 3, longitude: -2.25)])
  }

  @Test func numbersHaveTheBitsOfTheirDigits() throws {
    var chance = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 0...22, using: &chance)
      let digits = (0..<decimals).map { _ in String(Int.random(in: 0...9, using: &chance)) }
      let whole = Int.random(in: -89...89, using: &chance)
      let number = "\(whole)\(decimals > 0 ? "." : "")\(digits.joined())"
      for end in [",7]", ", 7 ]    "] {
        var parser = JSONParser("[\(number)\(end)")
        let found = parser.positions()
        #expect(found?.all.first?.longitude == Double(number), "\(number)")
      }
      var parser = JSONParser("[7,\(number)]")
      let found = parser.positions()
      #expect(found?.all.first?.latitude == Double(number), "\(number)")
    }
  }
}
