import Testing

@testable import Geofence

struct EllipsoidTests {
  @Test func distanceMatchesTheGeodesic() {
    for pair in Geodesic.pairs {
      let distance = Ellipsoid.distance(
        Ellipsoid.vector(pair.first), Ellipsoid.vector(pair.second))
      let share = pair.distance / 100_000
      // The error grows with the third power of the distance.
      let allowed = 0.012 * share * share * share + 0.000_002
      #expect(abs(distance - pair.distance) <= allowed, "\(pair)")
    }
  }

  @Test func theDistanceIsTheSameBothWays() {
    for pair in Geodesic.pairs {
      let first = Ellipsoid.vector(pair.first)
      let second = Ellipsoid.vector(pair.second)
      #expect(Ellipsoid.distance(first, second) == Ellipsoid.distance(second, first))
      #expect(Ellipsoid.distance(first, first) == 0)
    }
  }

  @Test func antipodeIsFarAway() {
    let pole = Ellipsoid.vector(Coordinate(latitude: 90, longitude: 0))
    let distance = Ellipsoid.distance(pole, pole * -1)
    #expect(distance > 15_000_000 && distance < 20_100_000)
  }

  @Test func positionIsRecoveredFromItsVector() {
    for pair in Geodesic.pairs where abs(pair.first.latitude) < 90 {
      let back = Ellipsoid.coordinate(Ellipsoid.vector(pair.first))
      #expect(abs(back.latitude - pair.first.latitude) < 1e-12)
      #expect(abs(back.longitude - pair.first.longitude) < 1e-12)
    }
  }

  @Test(arguments: [90.0, -90])
  func poleIsRecoveredFromItsVector(_ latitude: Double) {
    let pole = Ellipsoid.coordinate(
      Ellipsoid.vector(Coordinate(latitude: latitude, longitude: 12)))
    #expect(abs(pole.latitude - latitude) < 1e-12)
  }

  @Test func theVectorLiesOnTheEllipsoid() {
    for pair in Geodesic.pairs {
      let point = Ellipsoid.vector(pair.first)
      let equatorial = (point.x * point.x + point.y * point.y) / (Ellipsoid.a * Ellipsoid.a)
      let axial = point.z * point.z / (Ellipsoid.b * Ellipsoid.b)
      #expect(abs(equatorial + axial - 1) < 1e-14)
    }
  }

  @Test func surfacePointIsNearTheFoot() {
    for pair in Geodesic.pairs {
      let foot = Ellipsoid.vector(pair.first)
      let up = TangentPlane(at: foot).up
      for height in [-1000.0, -1, 1, 1000] {
        let found = Ellipsoid.surface(foot + up * height)
        #expect((found - foot).length <= 4 * abs(height) / 1000)
      }
    }
  }
}
