import Testing

@testable import Geofence

struct TangentPlaneTests {
  @Test func theAxesAreARightHandedFrame() {
    for pair in Geodesic.pairs {
      let plane = TangentPlane(at: Ellipsoid.vector(pair.first))
      for axis in [plane.east, plane.north, plane.up] {
        #expect(abs(axis.length - 1) < 1e-12)
      }
      #expect(abs(plane.east.dot(plane.north)) < 1e-12)
      #expect((plane.east.cross(plane.north) - plane.up).length < 1e-12)
    }
  }

  @Test(arguments: [
    (10.0, 0.0, 0.0, 10.0), (-7, 3, 3, -7), (0, -250, -250, 0), (20, 20, 20, 20),
  ])
  func eastAndNorthAreLongitudeAndLatitude(
    _ east: Double, _ north: Double, _ latitude: Double, _ longitude: Double
  ) {
    // A degree of latitude and one of longitude at 52° N, in metres.
    let start = Coordinate(latitude: 52, longitude: -3)
    let moved = start.offset(east: east, north: north)
    #expect(abs((moved.latitude - 52) * 111_267.1 - latitude) < 0.01)
    #expect(abs((moved.longitude + 3) * 68_677.5 - longitude) < 0.01)
  }

  @Test(arguments: [1.0, -1])
  func planeAtAPoleHasAnEast(_ side: Double) {
    let plane = TangentPlane(at: Vector(x: 0, y: 0, z: side * Ellipsoid.b))
    #expect(plane.up == Vector(x: 0, y: 0, z: side))
    #expect(abs(plane.east.length - 1) < 1e-12)
    #expect(abs(plane.north.length - 1) < 1e-12)
  }

  @Test func movingIsTheInverseOfMeasuring() {
    for pair in Geodesic.pairs {
      let plane = TangentPlane(at: Ellipsoid.vector(pair.first))
      let offset = Offset(east: 30, north: -40)
      let back = plane.offset(of: plane.moved(by: offset).origin)
      #expect((back - offset).length < 1e-6)
    }
  }

  @Test func originProjectsToZero() {
    let plane = TangentPlane(at: Ellipsoid.vector(Coordinate(latitude: -33, longitude: 151)))
    #expect(plane.gnomonic(plane.origin) == Offset(east: 0, north: 0))
  }

  @Test func positionsBeyondSixtyDegreesAreNotProjected() {
    let plane = TangentPlane(at: Ellipsoid.vector(Coordinate(latitude: 0, longitude: 0)))
    func sees(_ longitude: Double) -> Bool {
      plane.gnomonic(Ellipsoid.vector(Coordinate(latitude: 0, longitude: longitude))) != nil
    }
    #expect(sees(59))
    #expect(!sees(61))
    #expect(!sees(180))
  }

  @Test func geodesicIsStraightToAMillimetre() throws {
    for edge in Geodesic.edges where edge.distance <= 1000.1 {
      let plane = TangentPlane(at: Ellipsoid.vector(edge.position))
      let start = try #require(plane.gnomonic(Ellipsoid.vector(edge.start)))
      let end = try #require(plane.gnomonic(Ellipsoid.vector(edge.end)))
      let along = end - start
      let distance = abs(start.east * along.north - start.north * along.east) / along.length
      #expect(abs(distance - edge.distance) < 0.001, "\(edge)")
    }
  }
}
