import Base
import RegionFiles
import Testing

struct PolygonTextTests {
  @Test(arguments: ["\n", "\r\n", "\r"])
  func cornersMayHaveAnyLineEnd(_ end: String) throws {
    let lines = ["# north", "47,15", "", "47,15.01", "47.01,15.01", ""]
    let polygon = try PolygonText(lines.joined(separator: end), file: "f")
    #expect(polygon.type == "Polygon")
    #expect(polygon.coordinates.line == "[[[15, 47], [15.01, 47], [15.01, 47.01], [15, 47]]]")
  }

  @Test func mistakeHasItsLine() {
    let problem = thrown(Problem.self) {
      try PolygonText("47,15\r\n\r\nhere\r\n", file: "f")
    }
    #expect(problem?.place == .text(line: 3, column: 1))
  }

  @Test(arguments: [
    ("95,10", "the latitude 95 is out of range; write latitude first: 10,95"),
    ("95,100", "the latitude 95 is out of range; give degrees north from -90 to 90"),
    ("10,200", "the longitude 200 is out of range; give degrees east from -180 to 180"),
  ])
  func swappedCornerHasTheWordsTyped(_ corner: String, _ words: String) {
    let problem = thrown(Problem.self) { try PolygonText("47,15\n\(corner)\n", file: "f") }
    #expect(problem?.description == "f:2:1: \(words)")
  }

  @Test(arguments: [
    ("95,10,60", "the latitude 95 is out of range; write latitude first: --circle 10,95,60"),
    ("-95.0,100,60", "the latitude -95.0 is out of range; give degrees north from -90 to 90"),
    ("10,-181,60", "the longitude -181 is out of range; give degrees east from -180 to 180"),
  ])
  func swappedCircleHasTheWordsTyped(_ circle: String, _ words: String) {
    var document = RegionsDocument(file: "f")
    let parts = circle.split(separator: ",").map(String.init)
    let problems = thrown(Problems.self) {
      try NewRegion(id: "c").add(
        as: .circle(latitude: parts[0], longitude: parts[1], radius: parts[2]), to: &document)
    }
    #expect(problems?.description == "f: --circle: \(words)")
  }
}
