import Testing

@testable import Geofence

struct NearestTests {
  private static let place = Coordinate(latitude: 51.5, longitude: -0.14)

  @Test(arguments: [1, 3, 7])
  func nearestMatchesAFullSort(_ count: Int) throws {
    for seed in 1...20 {
      let world = World(
        seed: seed, place: Self.place, count: 60, within: seed.isMultiple(of: 2) ? 3000 : 90_000)
      var monitor = RegionMonitor(regions: world.regions)
      #expect(monitor.nearest(count).isEmpty)
      _ = monitor.receive(
        TrustedFix(time: Walk.time(-1), instant: Walk.instant(0), coordinate: Self.place))
      let found = monitor.nearest(count)
      let all = monitor.states.compactMap { monitor.neighbour($0.id)?.depth }.sorted(by: >)
      #expect(found.map(\.depth) == Array(all.prefix(count)), "seed \(seed)")
    }
  }

  @Test func nearestHasNoDistanceLimit() {
    var monitor = RegionMonitor(regions: [
      Region(
        id: "antipode",
        shape: .circle(Circle(center: Coordinate(latitude: -51, longitude: 179), radius: 10)!))
    ])
    _ = monitor.receive(
      TrustedFix(time: Walk.time(0), instant: Walk.instant(0), coordinate: Self.place))
    #expect(monitor.nearest(3).map(\.region) == ["antipode"])
    #expect(monitor.neighbour("nowhere") == nil)
  }
}
