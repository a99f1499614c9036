import Geofence
import RegionFiles
import Testing

struct RegionDoubtsTests {
  private func circle(_ id: String, _ latitude: Double, _ longitude: Double, _ radius: Double = 50)
    -> Region
  {
    ReportedWalk.circle(id, Coordinate(latitude: latitude, longitude: longitude), radius)
  }

  private func doubts(_ regions: [Region], carrier: Coordinate? = nil) -> [String] {
    RegionDoubts.problems(of: regions, file: "f", carrier: carrier).map(\.description)
  }

  @Test func fileWithoutRegionsIsDoubted() {
    #expect(doubts([]).count == 1)
    #expect(doubts([]).first?.contains("warning: there is no region in it") == true)
  }

  @Test func circleSmallerThanTheNoiseIsDoubted() {
    let lines = doubts([circle("dot", 47, 15, 3), circle("gate", 47, 15, 5)])
    #expect(lines.count == 1)
    #expect(lines.first?.contains("(\"dot\"): warning: its radius of 3 m") == true, "\(lines)")
  }

  @Test func swappedCoordinatesAreDoubted() {
    let lines = doubts([circle("a", 47, 15), circle("b", 47.1, 15.2), circle("c", 15.1, 47.05)])
    #expect(lines.count == 1)
    #expect(lines.first?.contains("(\"c\"): warning: it is far from all other regions") == true)
    // Two places may well be far apart, or near the diagonal.
    #expect(doubts([circle("a", 47, 15), circle("b", -33, 151)]).isEmpty)
    #expect(doubts([circle("a", 20, 20), circle("b", 20.1, 20)]).isEmpty)
  }

  @Test func coordinatesSwappedNearTheCarrierAreDoubted() {
    let carrier = Coordinate(latitude: 47, longitude: 15)
    let lines = doubts([circle("a", 15.1, 47.05), circle("b", 15.2, 47)], carrier: carrier)
    #expect(lines.count == 2)
    #expect(
      lines.first == """
        f: feature 0 ("a"): warning: it is far from where the carrier was last, but near there with \
        its coordinates swapped; GeoJSON has longitude first, --circle latitude first
        """)
    #expect(doubts([circle("a", 47.1, 15)], carrier: carrier).isEmpty)
    #expect(doubts([circle("a", -33, 151)], carrier: carrier).isEmpty)
    // The longitude of Sydney is not a valid latitude.
    #expect(
      doubts([circle("a", 47, 15)], carrier: Coordinate(latitude: -33, longitude: 151)).isEmpty)
  }
}
