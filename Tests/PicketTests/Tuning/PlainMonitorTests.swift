@testable import Desk
import Geofence
@testable import Picket
@testable import RegionFiles
import Testing

struct PlainMonitorTests {
  @Test func aLingerEndsBetweenTwoFixesUnlessItIsBlindByThen() {
    var monitor = Self.monitor([Self.ring(linger: 2.5)])
    #expect(Self.tell(&monitor, [(0, -80), (1, -30), (2, -29), (4, -28)]) == ["enter 3.5"])
    #expect(Self.tell(&monitor, [(5, -80), (20, -81)]) == ["exit 7.5"])
    // Of a gap longer than the limit nothing is known.
    var slow = Self.monitor([Self.ring(linger: 12)])
    #expect(Self.tell(&slow, [(0, -80), (1, -30), (30, -80), (31, -80)]).isEmpty)
  }

  @Test func aCushionIsPassedAndACrossingThatTurnsBackIsNone() {
    var monitor = Self.monitor([Self.ring(cushion: 10, linger: 2)])
    #expect(
      Self.tell(&monitor, [(0, -80), (1, -41), (2, -39), (3, -41), (4, -39), (6, -39)])
        == ["enter 6.0"])
  }

  @Test func whatIsKnownAndWhatIsChangedCounts() {
    let memory = Memory(regions: ["ring": Memory.Known(state: .inside)])
    var monitor = Self.monitor([Self.ring()], memory: memory)
    #expect(Self.tell(&monitor, [(0, -80)]) == ["exit 0.0"])
    var quiet = Self.ring()
    quiet.notifyOnEntry = false
    monitor.watch([quiet])
    #expect(Self.tell(&monitor, [(1, 0), (2, 80)]) == ["exit 2.0"])
    quiet.isEnabled = false
    monitor.watch([quiet])
    #expect(Self.tell(&monitor, [(3, 0), (4, 80)]).isEmpty)
    quiet.isEnabled = true
    quiet.expires = Timestamp(seconds: 1_780_478_047)
    monitor.watch([quiet])
    #expect(Self.tell(&monitor, [(5, 0), (6, 80), (7, 0), (8, 80)]) == ["exit 6.0"])
  }

  @Test func whatARegionExcludesIsOutside() {
    var ring = Self.ring()
    ring.exclude = ["pond"]
    let pond = Region(
      id: "pond", shape: .circle(Circle(center: Self.place(20), radius: 15)), isEnabled: false)
    var monitor = Self.monitor([ring, pond])
    #expect(
      Self.tell(&monitor, [(0, -80), (1, 0), (2, 20), (3, 40)])
        == ["enter 1.0", "exit 2.0", "enter 3.0"])
  }

  private static func monitor(_ regions: [Region], memory: Memory = Memory()) -> PlainMonitor {
    PlainMonitor(.raw, regions: regions, blindLimit: .seconds(10), memory: memory)
  }

  private static func ring(cushion: Double = 0, linger: Double = 0) -> Region {
    Region(
      id: "ring", shape: .circle(Circle(center: place(0), radius: 50)), cushion: cushion,
      linger: .seconds(linger))
  }

  private static func place(_ east: Double) -> Coordinate {
    Coordinate(latitude: 47, longitude: 15 + east / 76_057)
  }

  /// The events of fixes at these seconds, so many metres to the east: their kind and second.
  private static func tell(
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
