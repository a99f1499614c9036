import Geofence
@testable import Reports
import Testing

struct ContourTests {
  @Test func pointsOnALineAreLeftOut() {
    let line = (0...100).map { DrawnPath.Place(x: 10 * $0, y: $0 == 50 ? 30 : $0 % 2) }
    let simple = Contour.simplified(line, to: 5)
    #expect(simple.contains(DrawnPath.Place(x: 500, y: 30)))
    #expect(simple.count <= 8)
    #expect(simple.first == line.first && simple.last == line.last)
    #expect(Contour.simplified(Array(line.prefix(1)), to: 5) == Array(line.prefix(1)))
    #expect(Contour.simplified([], to: 5).isEmpty)
  }

  @Test func ringStaysARing() {
    let ring = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)].map { DrawnPath.Place(x: $0, y: $1) }
    #expect(Contour.simplified(ring, to: 1) == ring)
  }

  @Test func linesAreClippedToTheMap() throws {
    let here = Coordinate(latitude: 47, longitude: 15)
    let shape = Shape.circle(Circle(center: here, radius: 5000)!)
    let frame = try #require(
      MapFrame(around: [Coordinate(latitude: 47, longitude: 15.06570)], shapes: []))
    let contour = Contour(shape, on: frame)
    let areas = contour.areas(within: frame.limit)
    #expect(!areas.isEmpty)
    for point in areas.joined() {
      #expect(frame.limit.enlarged(by: 0.001).contains(point))
    }
    let borders = contour.borders(within: frame.limit)
    #expect(borders.count == 1)
    #expect((borders.first?.count ?? 0) < 20)
  }

  @Test func mapIsTrueToScale() throws {
    let here = Coordinate(latitude: 47, longitude: 15)
    let map = LocalMap(around: here)
    let east = map.point(Coordinate(latitude: 47, longitude: 15.01))
    #expect(abs(east.east - 760.4) < 0.5 && abs(east.north) < 0.2)
    #expect(abs(here.distance(to: Coordinate(latitude: 47.01, longitude: 15)) - 1111.8) < 1)
  }
}

struct DrawnPathTests {
  @Test func touchingLinesAreJoined() {
    var path = DrawnPath()
    func place(_ x: Int, _ y: Int) -> DrawnPath.Place { DrawnPath.Place(x: x, y: y) }
    path.line([place(0, 0), place(5, -3)])
    path.line([place(5, -3), place(5, -3), place(-1, 2)])
    path.line([place(9, 9), place(10, 9)])
    path.line([place(0, 0), place(1, 0), place(0, 1)], isClosed: true)
    #expect(path.data == "M0 0l5-3l-6 5M9 9l1 0M0 0l1 0l-1 1z")
  }
}
