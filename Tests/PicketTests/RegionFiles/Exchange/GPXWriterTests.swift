import Geofence
import Picket
import RegionFiles
import Testing

struct GPXWriterTests {
  private func document(_ features: String) throws -> RegionsDocument {
    try RegionsDocument("{\"type\":\"FeatureCollection\",\"features\":[\(features)]}", file: "r")
  }

  @Test func writtenGPXIsReadBackCompletely() throws {
    let document = try document(
      """
      {"type":"Feature","id":"a","bbox":[1.0],"properties":{"radius":60.50,"note":"x < y & \\"z\\"\\n\\u0001","exclude":["b"],"mine":{"k":[1E2]}},"geometry":{"type":"Point","coordinates":[-0.1420,51.50,7]}},
      {"type":"Feature","id":7,"properties":{"radius":5,"name":"Seven"},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","id":"b","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0.2,0.1],[0.4,0.1],[0.4,0.2],[0.2,0.1]]]}},
      {"type":"Feature","id":"c","properties":null,"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}},
      {"type":"Feature","id":"d","properties":{"width":12,"enabled":false},"geometry":{"type":"LineString","coordinates":[[0,0],[1,0],[0,0.1],[0,0]]}},
      {"type":"Feature","id":"e","properties":{"width":12},"geometry":{"type":"MultiLineString","coordinates":[[[0,0],[1,0,3]],[[2,2],[3,3]]]}}
      """)
    let text = GPXWriter.text(of: document)
    let source = try RegionImport(Array(text.utf8), file: "f.gpx")
    var back = RegionsDocument(file: "r")
    let outcome = source.add(to: &back, rules: Configuration().regionRules)
    #expect(outcome.problems.isEmpty)
    #expect(outcome.regions == ["a", "7", "b", "c", "d", "e"])
    for (old, new) in zip(document.features, back.features) {
      #expect(new["geometry"] == old["geometry"])
      #expect(new["id"] == old["id"])
      #expect(new["bbox"] == old["bbox"])
      #expect((new["properties"]?.members ?? []) == (old["properties"]?.members ?? []))
    }
  }

  @Test func otherProgramsSeeNamesAndPlaces() throws {
    let document = try document(
      """
      {"type":"Feature","id":"a","properties":{"radius":6,"note":"n","sym":"Flag","cmt":"c","type":"t","time":"2026-06-03T09:00:00Z","link":"https://example.org"},"geometry":{"type":"Point","coordinates":[1,2,3]}}
      """)
    #expect(
      GPXWriter.text(of: document).hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="picket" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:picket="urn:x-picket:regions:1">
          <wpt lat="2" lon="1">
            <ele>3</ele>
            <time>2026-06-03T09:00:00Z</time>
            <name>a</name>
            <cmt>c</cmt>
            <desc>n</desc>
            <link href="https://example.org"/>
            <sym>Flag</sym>
            <type>t</type>
            <extensions>
        """))
  }

  @Test func missingRingsAreReported() throws {
    let document = try document(
      """
      {"type":"Feature","id":"b","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}
      """)
    let text = GPXWriter.text(of: document).replacing("rings=\"1\"", with: "rings=\"1 1\"")
    let source = try RegionImport(Array(text.utf8), file: "f.gpx")
    var back = RegionsDocument(file: "r")
    let outcome = source.add(to: &back, rules: Configuration().regionRules)
    #expect(outcome.problems.map(\.wrong) == ["\"b\": some of its rings are missing"])
  }
}
