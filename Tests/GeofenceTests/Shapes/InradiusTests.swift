import Testing

@testable import Geofence

struct InradiusTests {
  private static let place = Coordinate(latitude: 46, longitude: 7)

  @Test(arguments: [1.0, 100, 10_000])
  func inradiusIsFoundInASquare(_ half: Double) {
    let corners = PolygonTests.corners(around: Self.place, east: half, north: half)
    let found = Polygon(parts: [[corners]])!.inradius
    #expect(abs(found - half) <= max(0.1, half / 100) * 1.001)
  }

  @Test func inradiusIsFoundInATriangle() {
    let corners = [(0.0, 0.0), (300, 0), (0, 400), (0, 0)].map {
      Self.place.offset(east: $0.0, north: $0.1)
    }
    #expect(abs(Polygon(parts: [[corners]])!.inradius - 100) <= 1)
  }

  @Test func inradiusIsFoundAroundAHole() {
    let outer = PolygonTests.corners(around: Self.place, east: 200, north: 200)
    let hole = PolygonTests.corners(around: Self.place, east: 100, north: 100)
    // In a corner a circle touches two outer sides and a corner of the hole.
    let expected = 100 * 2.0.squareRoot() / (1 + 2.0.squareRoot())
    #expect(abs(Polygon(parts: [[outer, hole]])!.inradius - expected) <= expected / 100)
  }

  @Test func inradiusIsFoundInAHook() {
    // A hook: arms 40 m wide around a court, whose middle is not in the shape.
    let corners = [
      (0.0, 0.0), (200, 0), (200, 200), (160, 200), (160, 40), (40, 40), (40, 200), (0, 200),
      (0, 0),
    ].map { Self.place.offset(east: $0.0, north: $0.1) }
    let found = Polygon(parts: [[corners]])!.inradius
    // Its corners hold a slightly larger circle than its arms: 40 * (2 - √2) = 23.43.
    #expect(abs(found - 23.43) <= 0.25)
  }

  @Test func shapeWithoutAreaHasNoInradius() {
    let end = Self.place.offset(east: 100, north: 0)
    let polygon = Polygon(parts: [[[Self.place, end, end, Self.place]]])!
    #expect(polygon.inradius <= 0.1)
  }
}
