#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Testing

@testable import Geofence

struct BandTests {
  private static func star(_ seed: Int, size: Double) -> Polygon {
    var generator = SeededGenerator(seed: seed)
    return Polygon(parts: [[World.star(around: Walk.home, size: size, using: &generator)]])!
  }

  /// The distance from a place to a polygon's border, edge by edge.
  private static func distance(from place: Coordinate, to polygon: Polygon) -> Double {
    let plane = TangentPlane(at: Ellipsoid.vector(place))
    var least = Double.infinity
    for ring in polygon.parts.joined() {
      for (start, end) in zip(ring, ring.dropFirst()) {
        let (from, to) = (
          plane.gnomonic(Ellipsoid.vector(start))!, plane.gnomonic(Ellipsoid.vector(end))!
        )
        let along = to - from
        let squared = along.length * along.length
        let share = -(from.east * along.east + from.north * along.north) / max(squared, 1e-12)
        least = min(least, (from + along * max(0, min(1, share))).length)
      }
    }
    return least
  }

  @Test(arguments: [(1, 300.0, 50.0), (2, 300, -20), (3, 2000, 500), (4, 800, -60), (5, 60, 900)])
  func borderIsExact(_ seed: Int, _ size: Double, _ offset: Double) throws {
    let polygon = Self.star(seed, size: size)
    let band = try #require(Shape.polygon(polygon).shape(offset: offset))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let reach = size + abs(offset) + 200
      let place = Walk.home.offset(
        east: .random(in: -reach...reach, using: &generator),
        north: .random(in: -reach...reach, using: &generator))
      let distance = Self.distance(from: place, to: polygon)
      let signed = Shape.polygon(polygon).depth(at: place) > 0 ? distance : -distance
      #expect(abs(band.depth(at: place) - (signed + offset)) < 0.002)
    }
  }

  @Test func bandsOfCirclesAndCorridorsKeepTheirKind() throws {
    let circle = Shape.circle(Circle(center: Walk.home, radius: 60)!)
    let line = [Walk.home, Walk.home.offset(east: 300, north: 40)]
    let corridor = Shape.corridor(Corridor(lines: [line], width: 12)!)
    #expect(circle.shape(offset: 500) == .circle(Circle(center: Walk.home, radius: 560)!))
    #expect(corridor.shape(offset: -2) == .corridor(Corridor(lines: [line], width: 8)!))
  }

  @Test func nothingLeftIsNoBand() {
    let circle = Shape.circle(Circle(center: Walk.home, radius: 60)!)
    let square = Polygon(parts: [[Self.square(100)]])!
    #expect(circle.shape(offset: -60) == nil)
    #expect(Shape.polygon(square).shape(offset: -101) == nil)
    #expect(Shape.polygon(square).shape(offset: -90) != nil)
  }

  private static func square(_ half: Double) -> [Coordinate] {
    [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)].map {
      Walk.home.offset(east: $0.0, north: $0.1)
    }
  }

  @Test func aHoleShrinksByTheOffset() throws {
    let polygon = Polygon(parts: [[Self.square(500), Self.square(100)]])!
    let band = try #require(Shape.polygon(polygon).shape(offset: 30))
    #expect(abs(band.depth(at: Walk.home) + 70) < 0.01)
    let outline = try #require(Band(around: polygon, offset: 30)?.outline)
    #expect(outline.parts.count == 1)
    #expect(outline.parts.first?.count == 2)
    // The hole closes.
    let closed = try #require(Band(around: polygon, offset: 120)?.outline)
    #expect(closed.parts.first?.count == 1)
  }

  @Test(arguments: [(1, 300.0, 50.0), (2, 300, -20), (3, 2000, 500), (6, 20_000, 1000)])
  func outlineFollowsTheBorder(_ seed: Int, _ size: Double, _ offset: Double) throws {
    let polygon = Self.star(seed, size: size)
    let band = try #require(Band(around: polygon, offset: offset))
    let outline = try #require(band.outline)
    for ring in outline.parts.joined() {
      for (start, end) in zip(ring, ring.dropFirst()) {
        let middle = Coordinate(
          latitude: (start.latitude + end.latitude) / 2,
          longitude: (start.longitude + end.longitude) / 2)
        #expect(abs(Shape.band(band).depth(at: middle)) < max(0.5, size / 2000))
        #expect(abs(Shape.band(band).depth(at: start)) < 0.05 + size / 100_000)
      }
    }
  }

  @Test func squareGrowsByEdgesAndQuarterCircles() throws {
    let square = Polygon(parts: [[Self.square(100)]])!
    let band = Shape.band(try #require(Band(around: square, offset: 50)))
    let area = 200.0 * 200 + 4 * 200 * 50 + Double.pi * 50 * 50
    #expect(abs(band.area / area - 1) < 0.001)
    #expect(abs(band.length / (800 + 100 * .pi) - 1) < 0.001)
    #expect(abs(band.inradius - 150) < 2)
  }

  @Test func islandsJoin() throws {
    let left = Self.square(50)
    let right = left.map { $0.offset(east: 160, north: 0) }
    let polygon = Polygon(parts: [[left], [right]])!
    #expect(Band(around: polygon, offset: 20)?.outline?.parts.count == 2)
    #expect(Band(around: polygon, offset: 40)?.outline?.parts.count == 1)
  }

  @Test func manyCornersAreQuick() throws {
    let count = 200_000
    let ring = (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      let radius = 20_000 + 300 * sin(40 * angle) + (index.isMultiple(of: 2) ? 3 : 0)
      return Walk.home.offset(east: radius * cos(angle), north: radius * sin(angle))
    }
    let polygon = Polygon(parts: [[ring + ring.prefix(1)]])!
    let band = try #require(Shape.polygon(polygon).shape(offset: 500))
    // A crest, whose nearest corner is the one behind it.
    let crest = Double.pi / 80
    let place = Walk.home.offset(east: 20_803 * cos(crest), north: 20_803 * sin(crest))
    #expect(abs(band.depth(at: place)) < 1.5)
    #expect(band.boundingBox.contains(place))
  }
}
