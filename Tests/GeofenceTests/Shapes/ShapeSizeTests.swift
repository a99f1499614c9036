import Testing

@testable import Geofence

struct ShapeSizeTests {
  private func square(_ west: Double, _ south: Double, _ size: Double) -> [Coordinate] {
    [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { x, y in
      Coordinate(latitude: south + y * size, longitude: west + x * size)
    }
  }

  @Test func equatorialDegreeHasItsKnownArea() {
    // 110,574.4 m by 111,319.5 m at the middle: 12,308.8 km² by GeographicLib's Planimeter.
    let area = Shape.polygon(Polygon(parts: [[square(10, 0, 1)]])!).area
    #expect(abs(area / 12_308_778_361 - 1) < 0.001)
  }

  @Test func holeIsSubtracted() {
    let whole = Shape.polygon(Polygon(parts: [[square(0, 50, 0.01)]])!).area
    let hole = Shape.polygon(Polygon(parts: [[square(0.002, 50.002, 0.005)]])!).area
    let both = Polygon(parts: [[square(0, 50, 0.01), square(0.002, 50.002, 0.005)]])!
    #expect(abs(Shape.polygon(both).area - (whole - hole)) < 1)
  }

  @Test func areaCrossesTheAntimeridianAndPoles() {
    let here = Shape.polygon(Polygon(parts: [[square(10, -17, 0.01)]])!).area
    var ring = square(179.995, -17, 0.01)
    for index in ring.indices where ring[index].longitude > 180 { ring[index].longitude -= 360 }
    #expect(abs(Shape.polygon(Polygon(parts: [[ring]])!).area - here) < 1)
    let cap = [-60, 60, 180, -60].map { Coordinate(latitude: 89.9, longitude: Double($0)) }
    // A triangle around the pole, its corners 11.17 km away: 3√3/4 r².
    let area = Shape.polygon(Polygon(parts: [[cap]])!).area
    #expect(abs(area / (1.299 * 11_169 * 11_169) - 1) < 0.002)
  }

  @Test func circlesAndCorridorsHaveTheirAreas() {
    let center = Coordinate(latitude: 47, longitude: 15)
    #expect(abs(Shape.circle(Circle(center: center, radius: 100)!).area - 31_416) < 1)
    #expect(abs(Shape.circle(Circle(center: center, radius: 100)!).length - 628.3) < 0.1)
    let line = [center, center.offset(east: 300, north: 0), center.offset(east: 300, north: 200)]
    let corridor = Shape.corridor(Corridor(lines: [line], width: 10)!)
    #expect(abs(corridor.length - 500) < 0.01)
    #expect(abs(corridor.area - (5000 + 78.54)) < 0.5)
  }
}
