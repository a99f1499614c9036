@testable import Desk
import Foundation
import FoundationXML
import Geofence
import Testing

struct WalkExportTests {
  static let here = Coordinate(latitude: 47, longitude: 15)

  private func walk() -> ReportedWalk {
    let way = ReportedWalk.straight(past: Self.here, metres: 100)
    var region = ReportedWalk.circle("<gate> & \"co\" ]]>", Self.here, 50)
    region.note = "it's <here>"
    let polygon = Region(
      id: "yard",
      shape: .polygon(
        Polygon(parts: [
          [
            [
              Coordinate(latitude: 47.001, longitude: 15),
              Coordinate(latitude: 47.001, longitude: 15.001),
              Coordinate(latitude: 47.002, longitude: 15),
              Coordinate(latitude: 47.001, longitude: 15),
            ]
          ]
        ])!))
    let corridor = Region(
      id: "path",
      shape: .corridor(
        Corridor(
          lines: [[Self.here, Coordinate(latitude: 47.003, longitude: 15.003)]], width: 6)!))
    return ReportedWalk(
      Array(way[..<70] + way[90...]), regions: [region, polygon, corridor], title: "A & B <C>")
  }

  /// Collects the names of elements and the texts in them.
  private final class Reader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var texts: [String] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if name == "name" || name == "cmt" { texts.append(text) }
      text = ""
    }
  }

  @Test func gpxHasSegmentsAndWaypoints() {
    let walk = walk()
    var account = walk.account
    account.mark(WalkMark(text: "5 < 6", time: nil, coordinate: Self.here))
    let parser = XMLParser(data: Data(GPXFile(account).text.utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.counts["trkseg"] == 2)
    #expect(reader.counts["trkpt"] == walk.account.moments.count)
    #expect(reader.counts["wpt"] == walk.events.count + 1)
    #expect(reader.texts.contains("A & B <C>"))
    #expect(reader.texts.contains("1 enter <gate> & \"co\" ]]>"))
    #expect(reader.texts.contains("it's <here>"))
    #expect(reader.texts.contains("5 < 6"))
  }

  @Test func geojsonHasTrackEventsMarksAndRegions() throws {
    let walk = walk()
    var account = walk.account
    account.mark(WalkMark(text: "gate", time: nil, coordinate: Self.here))
    let json = try JSONSerialization.jsonObject(with: Data(GeoJSONFile(account).text.utf8))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    let kinds = features.compactMap { ($0["properties"] as? [String: Any])?["kind"] as? String }
    // A chain of + over literals would keep the compiler busy for half a minute.
    let events = walk.events.count
    let expectedKinds = [
      ["track"], Array(repeating: "event", count: events), ["mark", "region", "region", "region"],
    ]
    #expect(kinds == expectedKinds.flatMap { $0 })
    let types = features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }
    let expectedTypes = [
      ["MultiLineString"], Array(repeating: "Point", count: events), ["Point"],
      ["Point", "MultiLineString", "MultiPolygon"],
    ]
    #expect(types == expectedTypes.flatMap { $0 })
    let lines = (features.first?["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]]
    #expect(lines?.count == 2)
  }

  @Test func geojsonCutsATrackOnTheAntimeridian() throws {
    let place = Coordinate(latitude: -17, longitude: 180)
    let walk = ReportedWalk(ReportedWalk.straight(past: place, metres: 60))
    let json = try JSONSerialization.jsonObject(with: Data(GeoJSONFile(walk.account).text.utf8))
    let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
    let lines = try #require(
      (features.first?["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]])
    #expect(lines.count == 2)
    #expect(lines[0].allSatisfy { $0[0] > 0 } && lines[0].last?[0] == 180)
    #expect(lines[1].allSatisfy { $0[0] < 0 } && lines[1].first?[0] == -180)
  }

  @Test func emptyWalkIsAValidFile() throws {
    let account = ReportedWalk([]).account
    #expect(XMLParser(data: Data(GPXFile(account).text.utf8)).parse())
    _ = try JSONSerialization.jsonObject(with: Data(GeoJSONFile(account).text.utf8))
  }

  @Test func degreesAreNeverPowersOfTen() {
    #expect(0.00000012.degreesText() == "0.0000001")
    #expect((-0.5).degreesText() == "-0.5000000")
    #expect(179.99999999.degreesText() == "180.0000000")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel")))
  func gpsbabelReadsTheGPX() throws {
    let walk = walk()
    let folder = try TemporaryFolder()
    let gpx = try folder.write(GPXFile(walk.account).text, to: "walk.gpx")
    let csv = "\(folder.path)/walk.csv"
    let process = try Process.run(
      URL(fileURLWithPath: "/usr/bin/gpsbabel"),
      arguments: ["-t", "-i", "gpx", "-f", gpx, "-o", "unicsv", "-F", csv])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // The lines of gpsbabel end with CR LF.
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(whereSeparator: \.isNewline)
    #expect(lines.count == walk.account.moments.count + 1)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr")))
  func ogrReadsTheGeoJSON() throws {
    let walk = walk()
    let folder = try TemporaryFolder()
    let file = try folder.write(GeoJSONFile(walk.account).text, to: "walk.geojson")
    let csv = "\(folder.path)/walk.csv"
    let process = try Process.run(
      URL(fileURLWithPath: "/usr/bin/ogr2ogr"), arguments: ["-f", "CSV", csv, file])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try Recording.lines(of: csv).count == 1 + 1 + walk.events.count + 3)
  }
}
