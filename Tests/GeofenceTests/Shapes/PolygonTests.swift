import Testing

@testable import Geofence

struct PolygonTests {
  /// Places where longitudes jump or degrees are short, and an ordinary one.
  static let places = [
    Coordinate(latitude: 52, longitude: 4), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: -16.5, longitude: 180), Coordinate(latitude: 65, longitude: -179.9999),
    Coordinate(latitude: 89.9995, longitude: 40), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -90, longitude: 0),
  ]

  @Test(arguments: places)
  func depthIsTheDistanceToTheBorder(_ place: Coordinate) {
    let shape = Self.rectangle(around: place, east: 100, north: 50)
    for (east, north, depth) in [
      (0.0, 0.0, 50.0), (90, 0, 10), (0, -49, 1), (-60, 20, 30), (110, 0, -10), (0, 80, -30),
      (103, 54, -5), (-108, -56, -10), (400, 0, -300), (-400, 10, -300), (400, 50, -300),
    ] {
      let found = shape.depth(at: place.offset(east: east, north: north))
      #expect(abs(found - depth) < 0.001, "\(east) \(north): \(found)")
    }
  }

  @Test(arguments: places)
  func windingHasNoEffect(_ place: Coordinate) {
    let corners = Self.corners(around: place, east: 100, north: 50)
    let forwards = Shape.polygon(Polygon(parts: [[corners]])!)
    let backwards = Shape.polygon(Polygon(parts: [[corners.reversed()]])!)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let position = place.offset(
        east: .random(in: -300...300, using: &generator),
        north: .random(in: -300...300, using: &generator))
      #expect(abs(forwards.depth(at: position) - backwards.depth(at: position)) < 1e-6)
    }
  }

  @Test func latitudeOfACornerHasNoEffect() {
    let place = Coordinate(latitude: 0, longitude: 10)
    let corners = [(0.0, -100.0), (100, 0), (0, 100), (-100, 0), (0, -100)].map {
      place.offset(east: $0.0, north: $0.1)
    }
    let shape = Shape.polygon(Polygon(parts: [[corners]])!)
    #expect(shape.depth(at: place) > 70)
    #expect(shape.depth(at: place.offset(east: -150, north: 0)) < 0)
    #expect(shape.depth(at: place.offset(east: 150, north: 0)) < 0)
    #expect(shape.depth(at: place.offset(east: -150, north: 100)) < 0)
    #expect(shape.depth(at: place.offset(east: -150, north: -100)) < 0)
  }

  @Test(arguments: places)
  func aHoleIsOutside(_ place: Coordinate) {
    let shape = Shape.polygon(
      Polygon(parts: [
        [
          Self.corners(around: place, east: 200, north: 200),
          Self.corners(around: place, east: 50, north: 50),
        ]
      ])!)
    for (east, depth) in [(0.0, -50.0), (45, -5), (60, 10), (125, 75), (190, 10), (210, -10)] {
      let found = shape.depth(at: place.offset(east: east, north: 0))
      #expect(abs(found - depth) < 0.001, "\(east): \(found)")
    }
  }

  @Test func partInAHoleIsInside() {
    let place = Coordinate(latitude: 47, longitude: 8)
    let shape = Shape.polygon(
      Polygon(parts: [
        [
          Self.corners(around: place, east: 200, north: 200),
          Self.corners(around: place, east: 100, north: 100),
        ],
        [Self.corners(around: place, east: 40, north: 40)],
      ])!)
    #expect(abs(shape.depth(at: place) - 40) < 0.001)
    #expect(abs(shape.depth(at: place.offset(east: 70, north: 0)) + 30) < 0.001)
  }

  @Test func nearestOfSeveralPartsDecides() {
    let place = Coordinate(latitude: -12, longitude: 180)
    let west = place.offset(east: -300, north: 0)
    let east = place.offset(east: 300, north: 0)
    let shape = Shape.polygon(
      Polygon(parts: [
        [Self.corners(around: west, east: 100, north: 100)],
        [Self.corners(around: east, east: 50, north: 50)],
      ])!)
    #expect(abs(shape.depth(at: west) - 100) < 0.001)
    #expect(abs(shape.depth(at: east) - 50) < 0.001)
    #expect(abs(shape.depth(at: place) + 200) < 0.001)
    #expect(abs(shape.inradius - 100) < 1)
  }

  @Test func borderIsMadeOfGeodesics() {
    // Edges of 40 and 50 km, seen from 500 m away.
    for edge in Geodesic.edges where abs(edge.distance - 500) < 1 {
      let middle = Ellipsoid.surface(Ellipsoid.vector(edge.start) + Ellipsoid.vector(edge.end))
      let plane = TangentPlane(at: middle)
      let along = plane.offset(of: Ellipsoid.vector(edge.end))
      let aside = plane.offset(of: Ellipsoid.vector(edge.position))
      let left = Offset(east: -along.north, north: along.east)
      let towards = aside.east * left.east + aside.north * left.north > 0
      for sign in [1.0, -1] {
        let third = Ellipsoid.coordinate(plane.moved(by: left * sign).origin)
        let shape = Shape.polygon(Polygon(parts: [[[edge.start, edge.end, third, edge.start]]])!)
        let depth = (sign > 0) == towards ? edge.distance : -edge.distance
        #expect(abs(shape.depth(at: edge.position) - depth) < 0.001, "\(edge)")
      }
    }
  }

  @Test(arguments: [
    Coordinate(latitude: 52, longitude: 4), Coordinate(latitude: 0, longitude: 180),
    Coordinate(latitude: 90, longitude: 0),
  ])
  func theInradiusIsThatOfTheLargestCircle(_ place: Coordinate) {
    let rectangle = Self.rectangle(around: place, east: 100, north: 20)
    #expect(abs(rectangle.inradius - 20) <= 0.2)
  }

  @Test func everyRingIsClosedAndValid() {
    let ring = Self.corners(around: Coordinate(latitude: 10, longitude: 20), east: 9, north: 9)
    #expect(Polygon(parts: [[ring]]) != nil)
    #expect(Polygon(parts: []) == nil)
    #expect(Polygon(parts: [[]]) == nil)
    #expect(Polygon(parts: [[Array(ring.dropLast())]]) == nil)
    #expect(Polygon(parts: [[[ring[0], ring[1], ring[0]]]]) == nil)
    #expect(Polygon(parts: [[ring, []]]) == nil)
    let beyond = Coordinate(latitude: 91, longitude: 20)
    #expect(Polygon(parts: [[[ring[0], beyond, ring[2], ring[0]]]]) == nil)
  }

  static func rectangle(around place: Coordinate, east: Double, north: Double) -> Shape {
    .polygon(Polygon(parts: [[corners(around: place, east: east, north: north)]])!)
  }

  static func corners(around place: Coordinate, east: Double, north: Double) -> [Coordinate] {
    [(-east, -north), (east, -north), (east, north), (-east, north), (-east, -north)].map {
      place.offset(east: $0.0, north: $0.1)
    }
  }
}
