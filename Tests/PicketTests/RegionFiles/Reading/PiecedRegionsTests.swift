@testable import Geofence
import Notation
import Picket
@testable import RegionFiles
import Testing

struct PiecedRegionsTests {
  private static let rules = Configuration().regionRules

  // Good and bad texts, with mistakes in all parts, and characters of one to four bytes.
  private static let texts: [String] = {
    let circle = """
      {"type": "Feature", "id": "ä€𝄞", "properties": {"radius": 25.5, "note": "tree \\ud83c\\udf33"},
       "geometry": {"type": "Point", "coordinates": [-0.142, 51.501, 30]}}
      """
    let hours = """
      {"type": "Feature", "id": "b", "properties": {"radius": 20, "active": "Mo-Fr 25:00-26:00"},
       "geometry": {"type": "Point", "coordinates": [1e1, 5.1e-1]}}
      """
    let polygon = """
      {"geometry": {"coordinates": [[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.2],[0.6,0.2],[0.6,0.3],[0.5,0.2]]],
       "type": "Polygon"}, "type": "Feature", "properties": null, "id": 7}
      """
    let crossing = """
      {"type": "Feature", "id": "x", "properties": {},
       "geometry": {"type": "Polygon", "coordinates": [[[0,0],[1,1],[1,0],[0,1],[0,0]]]}}
      """
    let good = "{\"type\": \"FeatureCollection\", \"features\": [\(circle), \(polygon)]}"
    return [
      good, "\n \(good)\n\n",
      "{\"features\": [\(circle),\n\(hours), \(polygon),\(crossing), \(circle)], \"bbox\": [1, 2],"
        + " \"timezone\": \"Europe/Nowhere\", \"type\": \"FeatureCollection\"}",
      "{\"features\": [\(hours), \(hours)], \"features\": 1}", "[\(circle)]", "{}", " \n ", "12",
      "{\"type\": \"FeatureCollection\", \"features\": [\(circle) \(polygon)]}",
      "{\"type\": \"FeatureCollection\", \"features\": [\(circle)], x}",
      "{\"type\": \"FeatureCollection\", \"features\": [\(circle), tru]}",
      "{\"type\": \"FeatureCollection\", \"features\": [\"\\ud83c\"]}",
      "{\"type\": \"FeatureCollection\", \"features\": [{\"a\": 1, \"a\": 2}]}",
      String(good.dropLast()), String(good.dropLast(30)), good + "}",
    ]
  }()

  @Test(arguments: texts.indices, [1, 2, 3, 5, 16, 100, 700])
  func piecesGiveTheSame(_ index: Int, _ size: Int) throws {
    let text = Self.texts[index]
    let whole = RegionsFile.read(PiecedText(text), file: "r", rules: Self.rules)
    let pieced = try #require(PiecedText(pieces: Self.pieces(of: text, size)))
    let reading = RegionsFile.read(pieced, file: "r", rules: Self.rules)
    #expect(reading.regions == whole.regions)
    #expect(reading.problems == whole.problems)
    #expect(reading.indices == whole.indices)
    #expect(reading.contents?.count == whole.contents?.count)
  }

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
    try checkFirst(of: wrong, noteLength: 1, sizes: [100, 10_000, 1_000_000])
  }

  // All processors read the features of a long file, after their places have been found.
  @Test(arguments: [[200, 77], [390, 400], [449, 0]])
  func firstMistakeOfALongFileIsReported(_ wrong: [Int]) throws {
    try checkFirst(of: wrong, noteLength: 10_000, sizes: [1_000_000])
  }

  private func checkFirst(of wrong: [Int], noteLength: Int, sizes: [Int]) throws {
    let note = String(repeating: "[", count: noteLength)
    var features = (0..<450).map { index in
      """
      {"type": "Feature", "id": \(index), "properties": {"radius": 30, "note": "\(note){\\"}"},
       "geometry": {"type": "Point", "coordinates": [\(Double(index) / 10), 1]}}
      """
    }
    for index in wrong { features[index].replace("30", with: "30]", maxReplacements: 1) }
    for end in ["]}", "] x", ", tru]}", ""] {
      let text =
        "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))"
      let place = try #require(wrong.min()) * 2 + 1
      for size in sizes {
        let pieced = try #require(PiecedText(pieces: Self.pieces(of: text + end, size)))
        let problems = RegionsFile.read(pieced, file: "r", rules: Self.rules).problems
        #expect(problems.count == 1)
        #expect(problems[0].description.hasPrefix("r:\(place):"), "\(problems[0].description)")
        #expect(problems[0].wrong.hasSuffix("found ']', expected ',' or '}'"))
      }
    }
  }

  @Test func damagedPieceIsNotText() {
    #expect(PiecedText(pieces: [[0x61], [0xC3]]) == nil)
    #expect(PiecedText(pieces: [Array("12345678".utf8), [0xC3, 0xA4]]) != nil)
    #expect(PiecedText.unfinished([0x61, 0xF0, 0x9D, 0x84]) == 3)
    #expect(PiecedText.unfinished([0x61, 0xE2, 0x82]) == 2)
    #expect(PiecedText.unfinished([0xC3]) == 1)
    #expect(PiecedText.unfinished(Array("ä€𝄞".utf8)) == 0)
    #expect(PiecedText.unfinished([0x80, 0x80, 0x80, 0x80]) == 0)
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
      // After it come more bytes or few: eight are looked at together.
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

  private static func pieces(of text: String, _ size: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    for scalar in text.unicodeScalars {
      piece += Array(String(scalar).utf8)
      if piece.count >= size {
        pieces.append(piece)
        piece = []
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
