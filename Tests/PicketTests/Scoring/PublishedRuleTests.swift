import Geofence
@testable import Scoring
import Testing

/// The rules of others, with which Picket is compared.
struct PublishedRuleTests {
  private static let middle = Coordinate(latitude: 51.501, longitude: -0.142)
  private static let start = Timestamp(nanoseconds: 1_780_478_040_000_000_000)

  /// A fix that lies some metres inside a circle, with an accuracy of 3.02 m.
  private static func fix(_ depth: Double, of radius: Double, at second: Double) -> TrustedFix {
    TrustedFix(
      time: start.advanced(by: .seconds(second)), instant: Instant(.seconds(second)),
      coordinate: LocalMap(around: middle).coordinate(.init(east: radius - depth, north: 0)),
      sigma: 2)
  }

  // Of the circle of 3.02 m, 80 % are inside at a depth of 1.5 m, and 92 % at 2.2 m.
  @Test(
    arguments: [
      ("point in region", [5, -1, 1], ["exit 1", "enter 2"]),
      ("out at the border", [5, -1, 1], ["exit 1"]),
      ("out at the border", [1, -1, 2.5], ["enter 2"]),
      ("distance at most radius plus", [5, -2.9, -3.1], ["exit 2"]),
      ("distance at most radius plus", [-3.1, -2.9, 5], ["enter 1"]),
      ("75 %", [-4, 1.5, -1.5], ["enter 1", "exit 2"]),
      ("85 %", [-4, 1.5, -1.5], []),
      ("85 %", [-4, 2.2, -2.2], ["enter 1", "exit 2"]),
      ("circle of 2 deviations", [5, -3, -5], ["exit 2"]),
    ] as [(String, [Double], [String])])
  func threeFixesGiveTheEventsOfARule(
    _ name: String, _ depths: [Double], _ expected: [String]
  ) throws {
    let rule = try #require(PublishedRule.all.first { $0.name.hasPrefix(name) })
    let circle = try #require(Circle(center: Self.middle, radius: 60))
    let fixes = depths.enumerated().map { Self.fix($1, of: 60, at: Double($0)) }
    let events = rule.events(of: fixes, in: [Region(id: "a", shape: .circle(circle))])
    #expect(
      events.map { "\($0.kind) \(Self.start.duration(to: $0.time) / .seconds(1))" }
        .map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 } == expected)
  }

  @Test(arguments: [(60, 0, 0.5), (60, 4, 1), (60, -4, 0), (1, 1, 0.11)])
  func shareOfTheAccuracyIsItsArea(_ radius: Double, _ depth: Double, _ share: Double) throws {
    let circle = try #require(Circle(center: Self.middle, radius: radius))
    let fix = FixAtBorder(Self.fix(depth, of: radius, at: 0), of: .circle(circle))
    #expect(abs(fix.shareInside - share) < 0.03)
  }
}
