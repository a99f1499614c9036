import Testing

@testable import Geofence

struct ShapeChainsTests {
  @Test(arguments: [20.0, 1500, 40_000, 100_000], [0.0, 47, 89.9])
  func aCircleIsDrawnOnItsBorder(radius: Double, latitude: Double) {
    let circle = Shape.circle(
      Circle(center: Coordinate(latitude: latitude, longitude: 15), radius: radius)!)
    #expect(circle.chains.count == 1)
    for corner in circle.chains.joined() {
      #expect(abs(circle.depth(at: corner)) < 0.01)
    }
  }

  @Test func antimeridianCutIsRejoined() throws {
    func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
      corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    }
    let shape = Shape.polygon(
      Polygon(parts: [
        [ring([(0, 179), (0, 180), (1, 180), (1, 179), (0, 179)])],
        [ring([(0, -180), (0, -179), (1, -179), (1, -180), (0, -180)])],
      ])!)
    #expect(shape.chains.count == 1)
    let chain = try #require(shape.chains.first)
    #expect(chain.first == chain.last)
    // Nothing is drawn along the cut.
    for (start, end) in zip(chain, chain.dropFirst()) {
      #expect(abs(start.longitude) < 179.999 || abs(end.longitude) < 179.999)
    }
  }

  @Test func aRingStaysClosed() {
    let corners = [(0.0, 0.0), (0, 0.01), (0.01, 0.01), (0, 0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let shape = Shape.polygon(Polygon(parts: [[corners]])!)
    #expect(shape.chains.count == 1)
    #expect(shape.chains.first?.first == shape.chains.first?.last)
  }
}

struct ThresholdsTests {
  private func thresholds(radius: Double, cushion: Double = 0) -> [Double] {
    let here = Coordinate(latitude: 47, longitude: 15)
    let monitor = RegionMonitor(regions: [
      Region(
        id: "gate", shape: .circle(Circle(center: here, radius: radius)!), cushion: cushion)
    ])
    guard let needed = monitor.thresholds(of: "gate") else { return [] }
    return [needed.entry.run, needed.entry.deep, needed.exit.run, needed.exit.deep].map {
      ($0 * 10).rounded() / 10
    }
  }

  @Test func thresholdsMatchTheRule() {
    #expect(thresholds(radius: 100) == [4.7, 11.8, 4.7, 11.8])
    #expect(thresholds(radius: 10) == [3, 6, 4.7, 11.8])
    #expect(thresholds(radius: 100, cushion: 15) == [15, 15, 15, 15])
    #expect(RegionMonitor(regions: []).thresholds(of: "gate") == nil)
  }
}

extension ThresholdsTests {
  @Test func middleCrossesTheAntimeridian() throws {
    let middle = try #require(
      Coordinate.middle(of: [
        Coordinate(latitude: 10, longitude: 179), Coordinate(latitude: 10, longitude: -179),
      ]))
    #expect(abs(abs(middle.longitude) - 180) < 1e-6)
    #expect(Coordinate.middle(of: []) == nil)
  }
}
