import Geofence
@testable import Notation
@testable import Picket
@testable import RegionFiles
import Testing

struct RegionDescriptionTests {
  private let center = Coordinate(latitude: 51.501, longitude: -0.142)

  @Test func tableHasAlignedColumns() {
    let regions = [
      Region(id: "a", shape: .circle(Circle(center: center, radius: 60)), note: "by\nthe gate"),
      Region(
        id: "ditch",
        shape: .corridor(
          Corridor(
            lines: [[center, Coordinate(latitude: 51.501, longitude: -0.1406)]], width: 12)),
        isEnabled: false),
    ]
    #expect(
      RegionDescription.table(regions.map { RegionDescription($0, state: "inside").row })
        == [
          "region  shape     size               state     note",
          "a       circle    radius 60 m        inside    by\\nthe gate",
          "ditch   corridor  97.2 m, 12 m wide  disabled",
        ])
  }

  @Test func regionSmallerThanTheNoiseIsReported() {
    func noise(_ radius: Double) -> String? {
      RegionDescription(Region(id: "a", shape: .circle(Circle(center: center, radius: radius))))
        .lines.first { $0.hasPrefix("noise") }
    }
    #expect(
      noise(14.9)
        == "noise     hardly larger than errors of fixes: below an inradius of 15 m visits "
        + "may be missed; make it larger")
    #expect(
      noise(15) == "noise     larger than errors of fixes: the inradius is 5 times the usual 3 m")
  }

  @Test(
    arguments: [
      (.quick, ["0.9", "3.1", "11.1"]), (.even, ["1.6", "4.7", "11.8"]),
      (.quiet, ["3.6", "6.1", "12.5"]),
    ] as [(Sense, [String])])
  func senseIsShownWithItsMetres(_ sense: Sense, _ metres: [String]) {
    let region = Region(
      id: "a", shape: .circle(Circle(center: center, radius: 60)), sense: sense)
    let description = RegionDescription(region)
    #expect(
      description.lines.contains(
        "sense     \(sense): needs \(metres[0]) m past the border after a run, \(metres[1]) m when "
          + "slowing down, \(metres[2]) m without a run; bad fixes need more"))
    #expect(description.json.contains("\"sense\":\"\(sense.rawValue)\""))
  }

  @Test func jsonHasTheNumbers() throws {
    let region = Region(
      id: "a", shape: .circle(Circle(center: center, radius: 60)), cushion: 5,
      dwell: .seconds(300), exclude: ["b"])
    let json = try JSON.parse(RegionDescription(region, state: "outside").json).object
    #expect(json?["radius"] == .number(60))
    #expect(json?["state"] == .string("outside"))
    #expect(json?["enabled"] == .boolean(true))
    #expect(json?["area"] == .number(11310))
    #expect(json?["dwell"] == .number(300))
    #expect(json?["exclude"] == .array([.string("b")]))
  }
}
