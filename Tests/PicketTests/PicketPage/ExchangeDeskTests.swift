import Base
@testable import PicketPage
import RegionFiles
import Testing

/// The regions in a file of a phone.
struct ExchangeDeskTests {
  private static func fields(
    _ text: String, replacing isReplacing: Bool = false
  ) throws -> [String: JSON] {
    let present = try RegionsDocument(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"gate",
      "properties":{"radius":30},"geometry":{"type":"Point","coordinates":[15,47]}}]}
      """, file: "regions.geojson")
    let line = try ExchangeDesk.line(
      of: Array(text.utf8), "walk.gpx", into: present, isReplacing: isReplacing)
    return try JSON.parse(line.text).object ?? [:]
  }

  private static let gpx = """
    <gpx><wpt lat="47" lon="15.1"><name>Gate</name></wpt>
    <wpt lat="47.1" lon="15.1"><name>Old oak</name></wpt></gpx>
    """

  @Test func waypointsBecomeFeatures() throws {
    let fields = try Self.fields(Self.gpx)
    let features = fields["features"]?.array ?? []
    // The name of a region that is there already gets a number.
    #expect(features.compactMap { $0.object?["id"]?.string } == ["gate-2", "old-oak"])
    #expect(features[0].object?["properties"]?.object?["radius"] == .number(20))
    #expect(fields["left_out"] == .number(0))
  }

  @Test func sameIdentifierIsLeftOutOrReplaces() throws {
    let own = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"gate",
      "properties":{"radius":50},"geometry":{"type":"Point","coordinates":[15,47]}}]}
      """
    let kept = try Self.fields(own)
    #expect(kept["features"]?.array?.isEmpty == true && kept["left_out"] == .number(1))
    let problem = kept["problems"]?.array?.first?.string ?? ""
    #expect(problem.contains("exists") && !problem.contains("--"), "\(problem)")
    let replaced = try Self.fields(own, replacing: true)
    #expect(replaced["features"]?.array?.count == 1 && replaced["left_out"] == .number(0))
  }

  @Test func otherFilesAreRefused() {
    for text in ["", "hello", "{", "<html></html>", "PK\u{3}\u{4}"] {
      #expect(throws: Problem.self, "\(text)") { try Self.fields(text) }
    }
  }
}
