import Testing

@testable import Geofence

struct SeamTests {
  private static func ring(
    _ corners: [(longitude: Double, latitude: Double)]
  ) -> [Coordinate] {
    let ring = corners.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    return ring + ring.prefix(1)
  }

  @Test func antimeridianCutIsNotABorder() {
    // Fiji, cut as RFC 7946 section 3.1.9 requires, one half with an extra corner on the cut.
    let west = Self.ring([(179.9, -17), (180, -17), (180, -16.93), (180, -16.9), (179.9, -16.9)])
    let east = Self.ring([(-180, -17), (-179.9, -17), (-179.9, -16.9), (-180, -16.9)])
    let shape = Shape.polygon(Polygon(parts: [[west], [east]])!)
    let middle = Coordinate(latitude: -16.95, longitude: 180)
    #expect(abs(shape.depth(at: middle) - 5533) < 5)
    for longitude in [179.99, -179.99, -180, 180, 179.9999999] {
      #expect(shape.depth(at: Coordinate(latitude: -16.95, longitude: longitude)) > 5000)
    }
    #expect(shape.inradius > 5400)
    #expect(shape.boundingBox.west > 179.8 && shape.boundingBox.east < -179.8)
    for longitude in [179.89, -179.89] {
      #expect(shape.depth(at: Coordinate(latitude: -16.95, longitude: longitude)) < -1000)
    }
  }

  @Test func unmatchedCutIsABorder() {
    // The eastern half reaches farther north.
    let west = Self.ring([(179.9, -17), (180, -17), (180, -16.95), (179.9, -16.95)])
    let east = Self.ring([(-180, -17), (-179.9, -17), (-179.9, -16.9), (-180, -16.9)])
    let shape = Shape.polygon(Polygon(parts: [[west], [east]])!)
    let place = Coordinate(latitude: -16.92, longitude: -179.999)
    #expect(abs(shape.depth(at: place) - 106.5) < 0.5)
    #expect(shape.depth(at: Coordinate(latitude: -16.92, longitude: 179.999)) < -106)
    #expect(shape.depth(at: Coordinate(latitude: -16.98, longitude: 180)) > 2200)
  }

  @Test func polarDetourIsNotABorder() {
    // Antarctica on a flat map: along the antimeridian to the pole and back.
    let ring = Self.ring(
      [(180, -90), (180, -75)]
        + stride(from: 170.0, through: -170, by: -10).map { (longitude: $0, latitude: -75.0) }
        + [(-180, -75), (-180, -90)])
    let shape = Shape.polygon(Polygon(parts: [[ring]])!)
    for (longitude, latitude) in [(180.0, -85.0), (0, -90), (-180, -80), (33, -89)] {
      let depth = shape.depth(at: Coordinate(latitude: latitude, longitude: longitude))
      #expect(depth > 500_000, "\(longitude) \(latitude): \(depth)")
    }
    #expect(shape.depth(at: Coordinate(latitude: -74, longitude: 180)) < -50_000)
    let box = shape.boundingBox
    #expect(box.south == -90 && box.west == -180 && box.east == 180)
    #expect(box.north > -75.01 && box.north < -74.9)
  }
}
