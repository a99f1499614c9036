import Geofence
import Glibc
@testable import RegionFiles
import Testing

struct RingTests {
  @Test(
    arguments: [
      [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)],
      // Clockwise, and a repeated corner.
      [(0, 0), (0, 1), (0, 1), (1, 1), (1, 0), (0, 0)],
      // Across the antimeridian.
      [(179, 0), (-179, 0), (-179, 1), (179, 1), (179, 0)],
      // Around the pole.
      [(0, 80), (90, 80), (180, 80), (-90, 80), (0, 80)],
      // A corner that touches another side, and a way in that is used twice.
      [(0, 0), (2, 0), (2, 2), (1, 0), (0, 2), (0, 0)],
      [(0, 0), (3, 0), (3, 3), (0, 3), (0, 0), (1, 1), (2, 1), (1, 2), (1, 1), (0, 0)],
      // A square of a metre.
      [(10, 50), (10.00001, 50), (10.00001, 50.00001), (10, 50.00001), (10, 50)],
    ] as [[(Double, Double)]])
  func validRingHasNoMistake(_ corners: [(Double, Double)]) {
    #expect(ring(corners).mistake == nil)
  }

  @Test(
    arguments: [
      [(179.0, 0.0), (-179, 1), (-179, 0), (179, 1), (179, 0)],
      [(0, 0), (4, 0), (4, 4), (3, 4), (3, -1), (0, 4), (0, 0)],
      [(0, 0), (0, 4), (4, 4), (4, 3), (-1, 3), (4, 0), (0, 0)],
    ] as [[(Double, Double)]])
  func selfCrossingIsFound(_ corners: [(Double, Double)]) {
    #expect(ring(corners).mistake?.kind == .crossing)
  }

  @Test(arguments: [0.0, 90, 179.9, -179.9])
  func holeIsFoundAcrossTheAntimeridian(_ middle: Double) {
    func square(_ half: Double, at x: Double) -> Ring {
      ring(
        [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)].map {
          let x = x + $0.0
          return (x > 180 ? x - 360 : x < -180 ? x + 360 : x, $0.1)
        })
    }
    let outer = square(2, at: middle)
    #expect(outer.holds(square(1, at: middle)))
    #expect(outer.holds(square(0.5, at: middle + 1.5)))
    #expect(outer.holds(square(0.5, at: middle - 1.5)))
    #expect(!outer.holds(square(0.5, at: middle + 1.6)))
    #expect(!outer.holds(square(3, at: middle)))
  }

  @Test func tenThousandCornersAreCheckedInTime() {
    // A coast: every corner is slightly off the circle.
    var random = SeededGenerator(seed: 7)
    var corners = (0..<10_000).map { index in
      let angle = Double(index) / 10_000 * 2 * .pi
      let radius = 0.5 + Double(random.next() % 1000) / 1e7
      return (10 + radius * cos(angle), 50 + radius * sin(angle))
    }
    corners.append(corners[0])
    let clock = ContinuousClock()
    let took = clock.measure { #expect(ring(corners).mistake == nil) }
    #expect(took < .seconds(5))
    corners.swapAt(2500, 7500)
    #expect(ring(corners).crossing != nil)
  }

  // Rounds about a place, which go back by up to as much as they go on, once or twice.
  @Test(arguments: [0.3, 0.9, 1.5, 2.5], [1.0, 2])
  func crossingsAreThoseOfAllPairs(_ jitter: Double, _ rounds: Double) {
    var random = SeededGenerator(seed: 5)
    var (simple, crossing) = (0, 0)
    for size in [1e-5, 0.01, 3] {
      for _ in 0..<200 {
        let count = Int.random(in: 4...12, using: &random)
        var corners = (0..<count).map { index in
          let step = Double(index) + Double.random(in: -jitter / 2...jitter / 2, using: &random)
          let angle = step / Double(count) * 2 * .pi * rounds
          let radius = size * Double.random(in: 0.4...1, using: &random)
          return (10 + radius * cos(angle), 50 + radius * sin(angle))
        }
        corners.append(corners[0])
        let ring = ring(corners)
        let edges = (0..<count).map { Ring.Edge(ring.points[$0], ring.points[$0 + 1], $0) }
        let crosses = edges.contains { edge in edges.contains { $0.crosses(edge) } }
        #expect((ring.crossing != nil) == crosses, "\(corners)")
        if crosses { crossing += 1 } else { simple += 1 }
      }
    }
    #expect(rounds == 1 ? simple > 100 : crossing > 100)
  }

  private func ring(_ corners: [(Double, Double)]) -> Ring {
    Ring(corners.map { Coordinate(latitude: $0.1, longitude: $0.0) })
  }
}
