import Testing

@testable import Geofence

struct CorridorTests {
  @Test func distanceToTheLineReducesTheDepth() {
    for edge in Geodesic.edges {
      let shape = Shape.corridor(Corridor(lines: [[edge.start, edge.end]], width: 300)!)
      // At 25 km, the difference between the ellipsoid and a sphere shows.
      let allowed = edge.distance <= 1000.1 ? 0.001 : 0.005
      #expect(abs(shape.depth(at: edge.position) - (150 - edge.distance)) < allowed, "\(edge)")
    }
  }

  @Test(arguments: PolygonTests.places)
  func corridorHasRoundEndsAndBends(_ place: Coordinate) {
    let line = [(0.0, 0.0), (100, 0), (100, 80)].map { place.offset(east: $0.0, north: $0.1) }
    let shape = Shape.corridor(Corridor(lines: [line], width: 20)!)
    for (east, north, depth) in [
      (50.0, 0.0, 10.0), (0, 0, 10), (-10, 0, 0), (-6, 8, 0), (-30, 40, -40), (95, 50, 5),
      (103, 84, 5), (100, 100, -10),
    ] {
      let found = shape.depth(at: place.offset(east: east, north: north))
      #expect(abs(found - depth) < 0.001, "\(east) \(north): \(found)")
    }
  }

  @Test func nearestOfSeveralLinesDecides() {
    let place = Coordinate(latitude: 30, longitude: -100)
    let lines = [0.0, 100].map { north in
      [place.offset(east: -50, north: north), place.offset(east: 50, north: north)]
    }
    let shape = Shape.corridor(Corridor(lines: lines, width: 40)!)
    #expect(abs(shape.depth(at: place.offset(east: 0, north: 50)) + 30) < 0.001)
    #expect(abs(shape.depth(at: place.offset(east: 0, north: 95)) - 15) < 0.001)
  }

  @Test func theInradiusIsHalfTheWidth() {
    let line = [Coordinate(latitude: 1, longitude: 1), Coordinate(latitude: 1, longitude: 2)]
    #expect(Shape.corridor(Corridor(lines: [line], width: 30)!).inradius == 15)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func aWidthIsPositiveAndFinite(width: Double) {
    let line = [Coordinate(latitude: 1, longitude: 1), Coordinate(latitude: 1, longitude: 2)]
    #expect(Corridor(lines: [line], width: width) == nil)
  }

  @Test func everyLineHasTwoValidCorners() {
    let start = Coordinate(latitude: 1, longitude: 1)
    #expect(Corridor(lines: [], width: 1) == nil)
    #expect(Corridor(lines: [[]], width: 1) == nil)
    #expect(Corridor(lines: [[start]], width: 1) == nil)
    #expect(
      Corridor(lines: [[start, Coordinate(latitude: .nan, longitude: 2)]], width: 1) == nil)
  }
}
