@testable import Notation
@testable import RegionFiles
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
}
