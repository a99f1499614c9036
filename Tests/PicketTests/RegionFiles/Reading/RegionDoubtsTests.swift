import Base
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

  @Test(arguments: [0.0, 1.8e-5, 4e-5])
  func gateShorterThanTheNoiseIsDoubted(_ half: Double) throws {
    let line = [50 - half, 50 + half].map { Coordinate(latitude: $0, longitude: 10) }
    var gate = Region(id: "g", shape: .corridor(try #require(Corridor(lines: [line], width: 0.2))))
    gate.isGate = true
    #expect(doubts([gate]).first?.contains("(\"g\"): warning: it is a gate of ") == true)
    var field = circle("f", 50, 10, 50)
    field.exclude = ["g"]
    #expect(doubts([gate, field]).last?.contains("exclude names \"g\", a gate") == true)
  }

  @Test func undoneOffIsDoubted() throws {
    var shop = circle("shop", 50, 10)
    func lines(_ hours: String) throws -> [String] {
      shop.active = Hours(
        try Schedule(hours), clock: .utc, place: Coordinate(latitude: 50, longitude: 10))
      return doubts([shop])
    }
    #expect(
      try lines("Dec 25 off; Mo-Fr 07:00-16:00").first?.contains(
        "(\"shop\"): warning: active: \"Dec 25 off\" is undone by \"Mo-Fr 07:00-16:00\"") == true)
    #expect(try lines("Mo-Fr 07:00-16:00; Dec 25 off").isEmpty)
  }

  @Test func equalDoubtsAreSaidOnce() {
    let regions = (0..<700).map { circle("r\($0)", 50, 10, $0 == 5 ? 2 : 3) }
    let lines = RegionDoubts.problems(of: regions, file: "f").counted.map(\.description)
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("give 10 m or more; the same of 698 more features") == true)
    #expect(lines.last?.hasSuffix("give 10 m or more") == true, "\(lines)")
  }

  @Test func orderBehindAnExpiredRegionIsDoubted() throws {
    let now = try #require(Timestamp(rfc3339: "2026-06-03T09:00:00Z"))
    var (first, second) = (circle("a", 50, 10), circle("b", 50, 10))
    first.expires = now
    second.order.after = "a"
    func words(_ now: Timestamp?) -> [String] {
      RegionDoubts.problems(of: [first, second], file: "f", now: now).map(\.wrong)
    }
    #expect(
      words(now).first?.hasPrefix("after names \"a\", which expired at 2026-06-03T09:00") == true)
    #expect(words(nil).isEmpty)
    #expect(words(now.advanced(by: .seconds(-1))).isEmpty)
  }

  @Test func regionInAnotherCountryIsDoubted() {
    let near = [circle("a", 50, 10), circle("b", 50.1, 10.1)]
    let lines = doubts(near + [circle("far", 43, 2)])
    #expect(lines.count == 1)
    #expect(lines.first?.contains("(\"far\"): warning: it is more than 500 km from") == true)
    #expect(doubts(near + [circle("c", 48, 14)]).isEmpty)
    #expect(doubts([near[0], circle("far", 43, 2)]).isEmpty)
    // A traveller has regions everywhere.
    #expect(doubts([circle("a", 50, 10), circle("b", 43, 2), circle("c", 37, -4)]).isEmpty)
  }

  @Test(arguments: [(5, "Etc/GMT+5", true), (2, "Etc/GMT+2", true), (-2, "Etc/GMT-2", false)])
  func signOfAZoneTheOtherWayRoundIsDoubted(_ west: Int, _ name: String, _ isWrong: Bool) throws {
    var region = circle("a", 50, 10)
    region.active = Hours(
      try Schedule("Mo-Fr 07:00-16:00"), clock: LocalClock(name: name, first: -west * 3600),
      place: Coordinate(latitude: 50, longitude: 10))
    let words = "timezone: \"\(name)\" is \(west) h behind UTC: its sign is the other way round"
    #expect(doubts([region]).contains { $0.contains(words) } == isWrong)
  }

  private func polygon(_ places: [(longitude: Double, latitude: Double)]) throws -> Region {
    let corners = places.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    let shape = try #require(Polygon(parts: [[corners + corners.prefix(1)]]))
    return Region(id: "p", shape: .polygon(shape))
  }

  @Test func edgeOfMoreThanHalfTheEarthIsDoubted() throws {
    let lines = doubts([try polygon([(-100, 40), (110, 40), (110, 45), (-100, 45)])])
    #expect(
      lines == [
        "f: feature 0 (\"p\"): warning: its edge from longitude -100 to 110 spans 210° and goes the "
          + "shorter way, across the date line; add corners on the way that is meant, less than 180° apart"
      ])
    let ends = [-100.0, 110].map { Coordinate(latitude: 40, longitude: $0) }
    let corridor = try #require(Corridor(lines: [ends], width: 100))
    #expect(doubts([Region(id: "c", shape: .corridor(corridor))]).count == 1)
  }

  @Test(
    arguments: [
      // As people draw it across the date line, and cut there as in RFC 7946.
      [(179, -18), (-179, -18), (-179, -16), (179, -16)],
      [(170, -18), (180, -18), (180, -16), (170, -16)],
      [(150, 20), (-120, 20), (-120, 60), (150, 60)],
      // Around a pole, and next to it.
      [(0, -60), (120, -60), (-120, -60)],
      [(-100, 89), (100, 89), (100, 89.5), (-100, 89.5)],
      [(-180, -90), (180, -90), (180, -70), (60, -70), (-60, -70), (-180, -70)],
      [(-80, 0), (90, 0), (90, 10), (-80, 10)],
    ] as [[(longitude: Double, latitude: Double)]])
  func edgeAcrossTheDateLineIsNotDoubted(
    _ places: [(longitude: Double, latitude: Double)]
  ) throws {
    #expect(doubts([try polygon(places)]).isEmpty)
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
