import Geofence
@testable import Maps
@testable import Notation
@testable import Reports
import Testing

struct GroundTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)

  private func feature(_ tags: String, _ kind: String, _ coordinates: String) -> String {
    """
    {"type":"Feature","properties":{\(tags)},"geometry":{"type":"\(kind)","coordinates":\(coordinates)}}
    """
  }

  private func file(_ features: [String]) throws -> GroundFile {
    try GroundFile(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
      path: "m")
  }

  @Test func linesHaveTheirKinds() throws {
    let ground = try file([
      feature(#""highway":"residential""#, "LineString", "[[15,47],[15.001,47]]"),
      feature(#""highway":"footway""#, "MultiLineString", "[[[15,47],[15.001,47.001]]]"),
      feature(#""barrier":"hedge""#, "LineString", "[[15,47],[15,47.001],[15.001,47,300]]"),
      feature(#""natural":"water""#, "Polygon", "[[[15,47],[15.001,47],[15,47.001],[15,47]]]"),
      feature(
        #""building":"yes""#, "MultiPolygon", "[[[[15,47],[15.001,47],[15,47.001],[15,47]]]]"),
      feature("", "Point", "[15,47]"),
    ])
    #expect(ground.lines.map(\.kind) == [.road, .path, .hedge, .water, .house])
    #expect(ground.lines.map(\.points.count) == [2, 2, 3, 4, 4])
    #expect(ground.lines.map(\.isArea) == [false, false, false, true, true])
  }

  @Test(arguments: [
    ("[", "m:1:2: this is not JSON"), ("{}", "it has no lines or areas"),
    (
      #"{"features":[{"geometry":{"type":"LineString","coordinates":[[500000,5200000],[1,2]]}}]}"#,
      "is not [longitude, latitude]"
    ),
    (
      #"{"features":[{"geometry":{"type":"LineString","coordinates":[[15],[1,2]]}}]}"#,
      "is not [longitude, latitude]"
    ),
  ]) func badMapIsReportedInOneLine(text: String, words: String) {
    let error = thrown(Problem.self) { try GroundFile(text, path: "m") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func onlyLinesNearTheWalkAreEmbedded() throws {
    let ground = try file([
      feature(#""highway":"residential""#, "LineString", "[[14.9,47],[15.1,47]]"),
      feature(#""highway":"residential""#, "LineString", "[[16,47],[16.1,47]]"),
      feature(#""barrier":"hedge""#, "LineString", "[[16,48],[16.1,48]]"),
    ])
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 100),
      regions: [ReportedWalk.circle("ring", Self.here, 50)])
    let page = WalkPage(walk.account, monitor: walk.monitor, on: .lines(ground)).html
    #expect(page.contains("<g class=\"ground\"><path class=\"road\" d=\"M"))
    #expect(!page.contains("class=\"hedge\""))
    let far = try file([feature("", "LineString", "[[16,47],[16.1,47]]")])
    #expect(
      WalkPage(walk.account, monitor: walk.monitor, on: .lines(far)).html.contains(
        "m has nothing near the walk"))
  }

  @Test func embeddedGroundIsBounded() throws {
    var random = SeededGenerator(seed: 3)
    func number(_ middle: Double) -> Double {
      middle + Double.random(in: -0.001...0.001, using: &random)
    }
    let ground = try file(
      (0..<2000).map { _ in
        let points = (0..<10).map { _ in "[\(number(15)),\(number(47))]" }
        return feature("", "LineString", "[\(points.joined(separator: ","))]")
      })
    let walk = ReportedWalk(ReportedWalk.straight(past: Self.here, metres: 100))
    let map = try #require(
      WalkMap(walk.account, kept: Array(walk.account.moments.indices)))
    let all = GroundLayer(.lines(ground), on: map.frame)
    #expect(all.svg.utf8.count > 100_000 && all.omissions.isEmpty)
    let some = GroundLayer(.lines(ground), on: map.frame, most: 120_000)
    #expect(some.svg.utf8.count <= 120_000 && some.omissions.count == 1)
    #expect(GroundLayer(.lines(ground), on: map.frame, most: 10).svg.isEmpty)
  }
}
