import Testing

@testable import Geofence

/// Against numbers that nobody here computed.
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

  @Test func aLimitChangesNothingWithinIt() {
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

  @Test func whatIsInsideIsInTheBallAndInTheBox() {
    for one in Truth.cases {
      let box = one.shape.boundingBox
      for (position, depth) in one.depths where depth > 0 {
        #expect(box.contains(position), "\(box) \(position) \(one.shape)")
        #expect(one.shape.ball.contains(Ellipsoid.vector(position)))
      }
    }
  }

  @Test func aGeodesicIsAsLongAsItIs() throws {
    var found = 0
    for truth in Truth.geodesics {
      guard let line = GeodesicLine(from: truth.start, to: truth.end) else { continue }
      found += 1
      #expect(abs(line.length - truth.distance) < 0.001, "\(truth)")
      let end = Ellipsoid.vector(line.position(at: truth.distance))
      #expect((end - Ellipsoid.vector(truth.end)).length < 0.001, "\(truth)")
    }
    // Of the 100 some are nearly opposite.
    #expect(Truth.geodesics.count == 100)
    #expect(found > 75, "\(found)")
  }

  @Test func anEdgeOfAnyLengthIsItsGeodesic() {
    for truth in Truth.geodesics {
      guard let line = GeodesicLine(from: truth.start, to: truth.end) else { continue }
      let corridor = Shape.corridor(Corridor(lines: [[truth.start, truth.end]], width: 100))
      for share in [0.0, 0.1234, 0.5, 0.777, 1] {
        let position = line.position(at: line.length * share)
        #expect(abs(corridor.depth(at: position) - 50) < 0.002, "\(truth) \(share)")
      }
    }
  }
}
