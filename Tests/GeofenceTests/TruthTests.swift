import Testing

@testable import Geofence

/// Depths, compared with numbers that other programs computed.
struct TruthTests {
  @Test(arguments: ["circle", "polygon", "corridor"])
  func theDepthIsTrueEverywhere(_ kind: String) {
    var count = 0
    for one in Truth.cases where one.kind == kind {
      for (position, depth) in one.depths {
        let found = one.shape.depth(at: position)
        count += 1
        #expect(abs(found - depth) < 0.002, "\(one.shape) \(position): \(depth) \(found)")
      }
    }
    #expect(count > 1700)
  }

  @Test func limitDoesNotChangeSmallerDepths() {
    for one in Truth.cases {
      for (position, _) in one.depths {
        let plane = TangentPlane(at: Ellipsoid.vector(position))
        let depth = one.shape.depth(at: plane)
        for limit in [1.0, 200, 1000] {
          let found = one.shape.depth(at: plane, within: limit)
          if abs(depth) < limit {
            #expect(abs(found - depth) < 1e-6)
          } else {
            #expect(depth > 0 ? found >= limit - 1e-6 : found <= 1e-6 - limit)
          }
        }
      }
    }
  }

  @Test func insidePositionsAreInBallAndBox() {
    for one in Truth.cases {
      let box = one.shape.boundingBox
      for (position, depth) in one.depths where depth > 0 {
        #expect(box.contains(position), "\(box) \(position) \(one.shape)")
        #expect(one.shape.ball.contains(Ellipsoid.vector(position)))
      }
    }
  }

  @Test func boxContainsInsidePositions() {
    var generator = SeededGenerator(seed: 5)
    for one in Truth.cases {
      let box = one.shape.boundingBox
      let middle = TangentPlane(at: Ellipsoid.surface(one.shape.ball.center))
      let extent = one.shape.ball.radius
      for _ in 0..<10 {
        let position = Ellipsoid.coordinate(
          middle.moved(
            by: Offset(
              east: .random(in: -extent...extent, using: &generator),
              north: .random(in: -extent...extent, using: &generator))
          ).origin)
        guard one.shape.depth(at: position) > 0 else { continue }
        #expect(box.contains(position), "\(box) \(position) \(one.shape)")
      }
    }
  }

  @Test func boxIsNotMuchTooLarge() {
    // A square kilometre in the south: its box is larger by at most 0.01 %.
    let place = Coordinate(latitude: -33, longitude: 151)
    let shape = PolygonTests.rectangle(around: place, east: 500, north: 500)
    let box = shape.boundingBox
    #expect(abs((box.north - box.south) * 110_921 - 1000) < 2)
    #expect(abs((box.east - box.west) * 93_453 - 1000) < 2)
    let disc = Shape.circle(Circle(center: place, radius: 500)!).boundingBox
    #expect(abs((disc.north - disc.south) * 110_921 - 1000) < 10)
    #expect(abs((disc.east - disc.west) * 93_453 - 1000) < 10)
  }

  @Test func geodesicHasItsTrueLength() throws {
    var found = 0
    for truth in Truth.geodesics {
      guard let line = GeodesicLine(from: truth.start, to: truth.end) else { continue }
      found += 1
      #expect(abs(line.length - truth.distance) < 0.001, "\(truth)")
      let end = Ellipsoid.vector(line.position(at: truth.distance))
      #expect((end - Ellipsoid.vector(truth.end)).length < 0.001, "\(truth)")
    }
    // Some of the 100 pairs are nearly opposite points, for which there is no line.
    #expect(Truth.geodesics.count == 100)
    #expect(found > 75, "\(found)")
  }

  @Test func edgeOfAnyLengthIsAGeodesic() {
    for truth in Truth.geodesics {
      guard let line = GeodesicLine(from: truth.start, to: truth.end) else { continue }
      let corridor = Shape.corridor(Corridor(lines: [[truth.start, truth.end]], width: 100)!)
      for share in [0.0, 0.1234, 0.5, 0.777, 1] {
        let position = line.position(at: line.length * share)
        #expect(abs(corridor.depth(at: position) - 50) < 0.002, "\(truth) \(share)")
      }
    }
  }
}
