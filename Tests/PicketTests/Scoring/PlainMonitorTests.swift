import Geofence
@testable import Scoring
import Testing

struct PlainMonitorTests {
  @Test func lingerEndsAtTheNextFix() {
    var monitor = Self.monitor([Self.ring(linger: 2.5)])
    #expect(Self.events(&monitor, [(0, -80), (1, -30), (2, -29), (4, -28)]) == ["enter 4.0"])
    // A fix on the previous side ends the linger.
    #expect(Self.events(&monitor, [(5, -80), (8, -30), (9, -80), (20, -81)]) == ["exit 20.0"])
  }

  @Test func firstSideWaitsNearABorder() {
    // The carrier is 5 m outside; with a cushion of 10 m the side is unclear for 20 s.
    var early = Self.monitor([Self.ring(cushion: 10)])
    #expect(Self.events(&early, [(0, -55), (19, -55), (19.5, -35), (21, -35)]).isEmpty)
    var late = Self.monitor([Self.ring(cushion: 10)])
    #expect(Self.events(&late, [(0, -55), (20, -55), (21, -35)]) == ["enter 21.0"])
  }

  @Test func timeGoingBackDoesNotCount() {
    var monitor = Self.monitor([Self.ring()])
    #expect(Self.events(&monitor, [(0, -80), (2, -70), (1, -30), (3, -60)]).isEmpty)
  }

  @Test func returningCrossingDoesNotCount() {
    var monitor = Self.monitor([Self.ring(cushion: 10, linger: 2)])
    #expect(
      Self.events(&monitor, [(0, -80), (1, -41), (2, -39), (3, -41), (4, -39), (6, -39)])
        == ["enter 6.0"])
  }

  @Test func changesApplyFromTheNextFixOn() {
    let memory = Memory(regions: ["ring": Memory.Known(state: .inside)])
    var monitor = Self.monitor([Self.ring()], memory: memory)
    #expect(Self.events(&monitor, [(0, -80)]) == ["exit 0.0"])
    var quiet = Self.ring()
    quiet.notifyOnEntry = false
    monitor.watch([quiet])
    #expect(Self.events(&monitor, [(1, 0), (2, 80)]) == ["exit 2.0"])
    quiet.isEnabled = false
    monitor.watch([quiet])
    #expect(Self.events(&monitor, [(3, 0), (4, 80)]).isEmpty)
    quiet.isEnabled = true
    quiet.expires = Timestamp(seconds: 1_780_478_047)
    monitor.watch([quiet])
    #expect(Self.events(&monitor, [(5, 0), (6, 80), (7, 0), (8, 80)]) == ["exit 6.0"])
  }

  @Test func excludedAreaIsOutside() {
    var ring = Self.ring()
    ring.exclude = ["pond"]
    let pond = Region(
      id: "pond", shape: .circle(Circle(center: Self.place(20), radius: 15)!), isEnabled: false)
    var monitor = Self.monitor([ring, pond])
    #expect(
      Self.events(&monitor, [(0, -80), (1, 0), (2, 20), (3, 40)])
        == ["enter 1.0", "exit 2.0", "enter 3.0"])
  }

  private static func monitor(_ regions: [Region], memory: Memory = Memory()) -> PlainMonitor {
    PlainMonitor(.raw, regions: regions, memory: memory)
  }

  private static func ring(cushion: Double = 0, linger: Double = 0) -> Region {
    Region(
      id: "ring", shape: .circle(Circle(center: place(0), radius: 50)!), cushion: cushion,
      linger: .seconds(linger))
  }

  private static func place(_ east: Double) -> Coordinate {
    Coordinate(latitude: 47, longitude: 15 + east / 76_057)
  }

  /// The kind and second of each event of fixes at these seconds and metres to the east.
  private static func events(
    _ monitor: inout PlainMonitor, _ fixes: [(second: Double, east: Double)]
  ) -> [String] {
    let start = Timestamp(nanoseconds: 1_780_478_040_000_000_000)
    return fixes.flatMap { second, east in
      monitor.decide(
        TrustedFix(
          time: start.advanced(by: .seconds(second)), instant: Instant(.seconds(second)),
          coordinate: place(east)))
    }.compactMap { finding in
      guard case .event(let event) = finding else { return nil }
      return "\(event.kind) \(start.duration(to: event.time).inSeconds)"
    }
  }
}
