import Base
import Geofence
import Records
import RegionFiles
import Testing

/// The price of a receiver's wander at a region.
struct WanderPriceTests {
  private func region(radius: Double, cushion: Double = 0) throws -> Region {
    let center = Coordinate(latitude: 51.501, longitude: -0.142)
    return Region(
      id: "a", shape: .circle(try #require(Circle(center: center, radius: radius))),
      cushion: cushion)
  }

  @Test(arguments: [
    (60, "a crossing needs 19.2 m past the border"),
    (24, "an exit needs 19.2 m past the border and an entry 14.4 m"),
  ])
  func wanderRaisesThePrintedPrice(_ radius: Double, _ needs: String) throws {
    let description = RegionDescription(try region(radius: radius), wander: 2.4)
    #expect(
      description.lines(\.text).contains(
        "wander    fixes wander by 2.4 m while the carrier stands, so without a run \(needs)"))
    let json = try JSON.parse(description.json).object?["wander"]?.object
    #expect(json?["deviation"] == .number(2.4) && json?["exit"] == .number(19.2))
  }

  @Test(arguments: [(nil, 0), (1.4, 0), (2.4, 20)] as [(Double?, Double)])
  func wanderWithoutEffectIsLeftOut(_ wander: Double?, _ cushion: Double) throws {
    let description = RegionDescription(try region(radius: 60, cushion: cushion), wander: wander)
    #expect(!description.lines(\.text).contains { $0.hasPrefix("wander") })
    #expect(!description.json.contains("wander"))
  }

  @Test func wanderFadesOverHours() throws {
    let seen = Timestamp(nanoseconds: 1_780_478_040_000_000_000)
    let memory = Memory(seen: seen, wander: 4)
    #expect(memory.wander(at: seen) == 4)
    #expect(memory.wander(at: seen.advanced(by: .seconds(4 * 3600))) == 2)
    #expect(Memory(wander: 4).wander(at: seen) == nil)
  }
}
