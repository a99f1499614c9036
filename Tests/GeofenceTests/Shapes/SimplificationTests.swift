import Testing

@testable import Geofence

struct SimplificationTests {
  private let origin = Coordinate(latitude: 51.5, longitude: -0.14)

  private func at(_ east: Double, _ north: Double) -> Coordinate {
    origin.offset(east: east, north: north)
  }

  @Test func cornersWithinTheToleranceAreRemoved() {
    let line = [at(0, 0), at(10, 0.9), at(20, -0.9), at(30, 0)]
    #expect(Simplification.line(line, tolerance: 1) == [line[0], line[3]])
    #expect(Simplification.line(line, tolerance: 0.5) == line)
  }

  @Test func cornersBeyondTheToleranceStay() {
    let line = [at(0, 0), at(50, 0), at(100, 0), at(100, 50), at(100, 100)]
    #expect(Simplification.line(line, tolerance: 1) == [line[0], line[2], line[4]])
  }

  @Test func wayThereAndBackKeepsItsTurn() {
    let line = [at(0, 0), at(50, 0), at(100, 0), at(50, 0.5), at(0, 0)]
    #expect(Simplification.line(line, tolerance: 1) == [line[0], line[2], line[4]])
  }

  @Test func ringStaysClosedWithItsCorners() {
    var ring: [Coordinate] = []
    for (start, end) in [
      ((0.0, 0.0), (60.0, 0.0)), ((60, 0), (60, 40)), ((60, 40), (0, 40)), ((0, 40), (0, 0)),
    ] {
      for step in 0..<20 {
        let share = Double(step) / 20
        ring.append(
          at(start.0 + share * (end.0 - start.0), start.1 + share * (end.1 - start.1)))
      }
    }
    let simple = Simplification.ring(ring + [ring[0]], tolerance: 1)
    #expect(simple == [ring[0], ring[20], ring[40], ring[60], ring[0]])
  }

  @Test func lineOfTwoCornersOrFewerStays() {
    #expect(Simplification.line([], tolerance: 1).isEmpty)
    #expect(Simplification.ring([], tolerance: 1).isEmpty)
    #expect(Simplification.line([origin], tolerance: 1) == [origin])
    #expect(Simplification.line([origin, origin], tolerance: 1) == [origin, origin])
  }

  @Test func simplifiedLineStaysWithinTheTolerance() {
    var generator = SeededGenerator(seed: 7)
    var place = (east: 0.0, north: 0.0)
    let line = (0..<400).map { _ in
      place.east += Double.random(in: -2...5, using: &generator)
      place.north += Double.random(in: -4...4, using: &generator)
      return at(place.east, place.north)
    }
    for tolerance in [0.5, 3, 20] {
      let simple = Simplification.line(line, tolerance: tolerance)
      let corridor = Corridor(lines: [simple], width: 2 * tolerance)!
      #expect(simple.count < line.count)
      #expect(line.allSatisfy { Shape.corridor(corridor).depth(at: $0) > -0.01 })
    }
  }
}
