@testable import Desk
import Geofence
import Testing

struct ContourTests {
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
