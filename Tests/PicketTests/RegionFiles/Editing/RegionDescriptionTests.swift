import Base
import Geofence
import Records
@testable import RegionFiles
import Testing

struct RegionDescriptionTests {
  private let center = Coordinate(latitude: 51.501, longitude: -0.142)

  @Test func tableHasAlignedColumns() {
    let regions = [
      Region(id: "a", shape: .circle(Circle(center: center, radius: 60)!), note: "by\nthe gate"),
      Region(
        id: "ditch",
        shape: .corridor(
          Corridor(
            lines: [[center, Coordinate(latitude: 51.501, longitude: -0.1406)]], width: 12)!),
        isEnabled: false),
    ]
    #expect(
      RegionDescription.table(of: regions.map { RegionDescription($0, state: "inside") }, \.text)
        == [
          "region  shape     size               state     note",
          "a       circle    radius 60 m        inside    by\\nthe gate",
          "ditch   corridor  97.2 m, 12 m wide  disabled",
        ])
  }

  @Test func regionSmallerThanTheNoiseIsReported() {
    func noise(_ radius: Double) -> String? {
      RegionDescription(Region(id: "a", shape: .circle(Circle(center: center, radius: radius)!)))
        .lines(\.text).first { $0.hasPrefix("noise") }
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
      id: "a", shape: .circle(Circle(center: center, radius: 60)!), sense: sense)
    let description = RegionDescription(region)
    #expect(
      description.lines(\.text).contains(
        "sense     \(sense): needs \(metres[0]) m past the border after a run, \(metres[1]) m when "
          + "slowing down, \(metres[2]) m without a run; bad fixes need more"))
    #expect(description.json.contains("\"sense\":\"\(sense.rawValue)\""))
  }

  @Test func badReceptionIsShown() {
    var description = RegionDescription(
      Region(id: "a", shape: .circle(Circle(center: center, radius: 60)!)))
    #expect(!description.lines(\.text).contains { $0.hasPrefix("reception") })
    description.reception = Reason(verbatim: "fixes wander by 9.0 m here")
    #expect(description.lines(\.text).contains("reception fixes wander by 9.0 m here"))
    #expect(description.json.contains(#""reception":"fixes wander by 9.0 m here""#))
  }

  @Test(arguments: [
    (
      Shape.circle(Circle(center: Coordinate(latitude: 51.501, longitude: -0.142), radius: 24)!),
      SenseFigures.Kind.small
    ),
    (.circle(Circle(center: Coordinate(latitude: 51.501, longitude: -0.142), radius: 26)!), .large),
    (
      .corridor(
        Corridor(
          lines: [
            [Coordinate(latitude: 51, longitude: 0), Coordinate(latitude: 51, longitude: 0.01)]
          ], width: 12)!), .narrow
    ),
    (
      .corridor(
        Corridor(
          lines: [
            [Coordinate(latitude: 51, longitude: 0), Coordinate(latitude: 51, longitude: 0.01)]
          ], width: 60)!), .wide
    ),
  ])
  func measuredFiguresAreShown(_ shape: Shape, _ kind: SenseFigures.Kind) throws {
    #expect(SenseFigures.Kind(shape) == kind)
    for sense in Sense.allCases {
      let region = Region(id: "a", shape: shape, sense: sense)
      let lines = RegionDescription(region).lines(\.text)
      let doppler = try #require(SenseFigures.of(shape, sense, hasVelocity: true))
      let other = try #require(SenseFigures.of(shape, sense, hasVelocity: false))
      #expect(other.falsePerDay > doppler.falsePerDay)
      #expect(
        lines.contains("expect    \(doppler.said.text), if the receiver has Doppler speed"))
      #expect(lines.contains("          \(other.said.text), if not"))
      let json = try JSON.parse(RegionDescription(region).json).object?["expected"]?.object
      #expect(json?["doppler"]?.object?["delay"] == .number(doppler.delay))
      #expect(json?["no_doppler"]?.object?["missed"] == .number(other.missed))
    }
    // With a cushion the figures are different, and were not measured.
    let late = RegionDescription(Region(id: "a", shape: shape, cushion: 5))
    #expect(!late.lines(\.text).contains { $0.hasPrefix("expect") })
    #expect(!late.json.contains("expected"))
  }

  @Test func quieterSensesAreSlower() throws {
    let shape = Shape.circle(Circle(center: center, radius: 60)!)
    let figures = Sense.allCases.compactMap { SenseFigures.of(shape, $0, hasVelocity: true) }
    #expect(figures.map(\.falsePerDay) == figures.map(\.falsePerDay).sorted(by: >))
    #expect(figures.map(\.delay) == figures.map(\.delay).sorted())
    #expect(
      SenseFigures(falsePerDay: 15.2, delay: 1.9, missed: 0.033).said.text
        == "15 false events in 24 h of walking along its border, median delay 1.9 s, "
        + "3 % of crossings missed")
  }

  @Test func jsonHasTheNumbers() throws {
    let region = Region(
      id: "a", shape: .circle(Circle(center: center, radius: 60)!), cushion: 5,
      dwell: .seconds(300), exclude: ["b"])
    let json = try JSON.parse(RegionDescription(region, state: "outside").json).object
    #expect(json?["radius"] == .number(60))
    #expect(json?["state"] == .string("outside"))
    #expect(json?["enabled"] == .boolean(true))
    #expect(json?["area"] == .number(11310))
    #expect(json?["dwell"] == .number(300))
    #expect(json?["exclude"] == .array([.string("b")]))
  }

  // MARK: The card on a phone

  /// What the card says of a region that is drawn as a circle or as a gate, by the rules of its file.
  private func card(
    _ properties: String, gate: Bool = false, _ voice: Voice = .log
  ) throws -> [String] {
    let geometry =
      gate
      ? #""LineString","coordinates":[[15,47],[15,47.001]]"#
      : #""Point","coordinates":[15,47]"#
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{\(properties)},
      "geometry":{"type":\(geometry)}}]}
      """
    let rules = RegionRules(RegionSettings())
    let region = try #require(
      RegionsFile.check(text, file: "a.geojson", rules: rules).regions.first)
    return try #require(RegionDescription(region).card.array).map { fact in
      let said = try #require(Reason(fact))
      #expect(fact.object?["text"] == .string(said.text))
      return try voice.say(Reason("fact.\(#require(fact.object?["name"]?.string))")) + ": "
        + voice.say(said)
    }
  }

  @Test func cardHasEachRule() throws {
    let both = #""once":true,"sense":"quiet","class":"yard","heading":[315,45],"cushion":5"#
    let gate = try card(#""gate":true,\#(both)"#, gate: true)
    #expect(gate.contains("shape: gate of 2 corners") && gate.contains("reports: crossings"))
    #expect(gate.contains("heading: 315 to 45") && gate.contains("class: yard"))
    #expect(gate.contains("active: always"))
    #expect(gate.contains { $0.hasPrefix("sense: quiet: needs 3.6 m past the border") })
    let ring = try card(
      #""radius":50,"maxSpeed":10.5,"latch":true,"linger":2,"remind":120,"approach":10,\#(both)"#)
    #expect(ring.contains("shape: circle of 50 m around 47, 15"))
    #expect(ring.contains("maxSpeed: 10.5 km/h") && ring.contains("remind: 120 s"))
    #expect(ring.contains("latch: an event sounds until it is acknowledged"))
    #expect(ring.contains("cushion: 5 m") && ring.contains("approach: 10 s"))
    // What it has from its table or a configuration is no rule of its own.
    let usual = ["speedLinger", "remindSide", "remindAtMost", "approachFrom", "approachLongest"]
    #expect(!ring.contains { line in usual.contains { line.hasPrefix("\($0): ") } })
  }

  @Test func cardOfAPlainRegionIsShort() throws {
    #expect(
      try card(#""radius":50,"note":"n","mute":true,"enabled":false"#) == [
        "shape: circle of 50 m around 47, 15", "reports: entries and exits", "active: always",
      ])
    #expect(try !card(#""gate":true"#, gate: true).contains { $0.hasPrefix("heading") })
  }

  @Test func cardSpeaksGerman() throws {
    let said = try card(
      #""radius":50.5,"maxSpeed":10.5,"remind":120,"remindSide":"inside","dwell":30"#,
      Voice(.german))
    #expect(
      said == [
        "Form: Kreis, 50,5 m um 47, 15", "meldet: Betreten, Verlassen und Bleiben",
        "Aufenthalt: 30 s", "erinnert alle: 2 min", "die falsche Seite: drinnen",
        "Höchstgeschwindigkeit: 10,5 km/h", "Zeiten: immer",
      ])
  }

  @Test func eachRuleHasItsWordsInTheTableOfProperties() {
    for property in [RegionProperty.atStart, .latch, .once, .mute] {
      #expect(Reason("rule.\(property.rawValue)").text == property.meaning)
    }
  }
}
