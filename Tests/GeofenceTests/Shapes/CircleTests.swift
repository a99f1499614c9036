import Testing

@testable import Geofence

struct CircleTests {
  @Test func depthIsTheRadiusMinusTheDistance() {
    for pair in Geodesic.pairs where pair.distance <= 50_000 {
      let shape = Shape.circle(Circle(center: pair.first, radius: 1000)!)
      #expect(abs(shape.depth(at: pair.second) - (1000 - pair.distance)) < 0.0016)
      #expect(shape.depth(at: pair.first) == 1000)
    }
  }

  @Test func theInradiusIsTheRadius() {
    let center = Coordinate(latitude: 10, longitude: 20)
    #expect(Shape.circle(Circle(center: center, radius: 12.5)!).inradius == 12.5)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func aRadiusIsPositiveAndFinite(radius: Double) {
    #expect(Circle(center: Coordinate(latitude: 10, longitude: 20), radius: radius) == nil)
  }

  @Test(arguments: [
    Coordinate(latitude: 91, longitude: 20), Coordinate(latitude: 10, longitude: 181),
    Coordinate(latitude: .nan, longitude: 20), Coordinate(latitude: 10, longitude: -.infinity),
  ])
  func aCentreIsValid(center: Coordinate) {
    #expect(Circle(center: center, radius: 1) == nil)
  }
}
