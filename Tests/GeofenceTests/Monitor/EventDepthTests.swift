import Testing

@testable import Geofence

/// The depth past the border that an event reports.
struct EventDepthTests {
  private static let ring = Region(
    id: "ring", shape: .circle(Circle(center: Walk.home, radius: 60)!), dwell: .seconds(10))

  /// The events of fixes, with the depth in the evidence of the same fix.
  private func events(_ fixes: [TrustedFix]) -> [(event: Event, inside: Double?)] {
    let walker = Walker([Self.ring])
    return fixes.flatMap { fix in
      walker.receive([fix]).events.map { event in
        var inside: Double?
        walker.monitor.visitEvidence { _, evidence in inside = evidence.depth }
        return (event, inside)
      }
    }
  }

  @Test func theDepthIsTowardsTheReportedSide() throws {
    let walk =
      Walk.line(from: -150, to: 0, speed: 5) + (31..<60).map { Walk.fix(Double($0), east: 0) }
      + Walk.line(from: 0, to: 150, speed: 5, at: 60)
    let found = events(walk)
    #expect(found.map(\.event.kind) == [.enter, .dwell, .exit])
    for (event, inside) in found {
      let depth = try #require(event.depth)
      let evidence = try #require(inside)
      #expect(abs(depth - (event.kind == .exit ? -evidence : evidence)) < 0.001)
      #expect(depth > 0, "\(event)")
    }
  }

  @Test func farExitHasItsWholeDepth() throws {
    let away = Walk.line(from: 5000, to: 5300, speed: 5, at: 400)
    let found = events(Walk.line(from: -150, to: 0, speed: 5) + away)
    let exit = try #require(found.last { $0.event.kind == .exit }?.event)
    let inside = Self.ring.shape.depth(at: exit.coordinate)
    #expect(inside < -4900)
    #expect(abs(try #require(exit.depth) + inside) < 20)
  }
}
