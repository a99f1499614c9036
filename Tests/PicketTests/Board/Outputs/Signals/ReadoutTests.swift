import Board
import Geofence
import Testing

struct ReadoutTests {
  @Test func fewRegionsAreAnnouncedByIdentifier() {
    #expect(
      Readout.signals(of: [("c", .unknown), ("a", .inside), ("b", .outside)])
        == ["inside", "outside", "unknown"])
  }

  @Test func onlyInsideIsAnnouncedForManyRegions() {
    let outside = (0..<8).map { (id: "\($0)", state: RegionState.outside) }
    #expect(Readout.signals(of: outside).count == 8)
    #expect(
      Readout.signals(of: outside + [("x", .inside), ("y", .inside), ("z", .unknown)])
        == ["inside", "inside"])
    #expect(Readout.signals(of: outside + [("x", .outside)]) == ["outside"])
    #expect(Readout.signals(of: outside + [("x", .unknown)]) == ["unknown"])
  }

  @Test func atMostEightAreAnnounced() {
    let inside = (0..<10_000).map { (id: "\($0)", state: RegionState.inside) }
    #expect(Readout.signals(of: inside).count == 8)
  }

  @Test func emptyListIsAnnouncedAsOutside() {
    #expect(Readout.signals(of: []) == ["outside"])
  }
}
