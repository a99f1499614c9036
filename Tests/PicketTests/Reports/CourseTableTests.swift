import Foundation
import Geofence
import Records
import RegionFiles
@testable import Reports
import System
import Testing

/// The stations and the laps in a report.
struct CourseTableTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)
  private static let perDegree = 111_320 * cos(47 * Double.pi / 180)
  private static let start = 1_780_478_071

  private static func point(_ east: Double) -> String {
    "[\(15 + east / perDegree),47]"
  }

  private static func station(_ id: String, east: Double, _ rule: String) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{"radius":25\#(rule)},"#
      + #""geometry":{"type":"Point","coordinates":\#(point(east))}}"#
  }

  private static let gate =
    #"{"type":"Feature","id":"finish","properties":{"gate":true},"geometry":{"type":"LineString","#
    + #""coordinates":[[15,46.9995],[15,47.0005]]}}"#

  private static let course = [
    station("mill", east: -100, #","once":true"#),
    station("bridge", east: 100, #","after":"mill","once":true"#),
    station("far", east: 5000, #","after":"bridge""#),
    station("last", east: 9000, #","after":"far""#), gate,
  ]

  private static func regions(_ features: [String]) -> [Region] {
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let found = RegionsFile.check(text, file: "r", rules: RegionRules(RegionSettings()))
    #expect(found.problems.isEmpty, "\(found.problems)")
    return found.regions
  }

  /// East, west and east again over the gate.
  private static let reports: [String] = {
    let lap = Array(stride(from: -200, through: 200, by: 2))
    let way = lap + lap.reversed() + lap
    return way.enumerated().map { second, east in
      ReportedWalk.tpv(
        Double(start + second), latitude: 47, longitude: 15 + Double(east) / perDegree, speed: 2,
        track: second / lap.count == 1 ? 270 : 90)
    }
  }()

  /// The words of the cells of a section's table, row by row.
  private static func rows(_ page: String, _ id: String) -> [[String]] {
    guard let start = page.range(of: "<section id=\"\(id)\">"),
      let end = page[start.upperBound...].range(of: "</section>")
    else { return [] }
    let section = page[start.upperBound..<end.lowerBound]
    return section.components(separatedBy: "<tr").dropFirst(2).map { row in
      row.matches(of: #/<t[hd][^>]*>(.*?)<\/t[hd]>/#).map {
        String($0.output.1).replacing(#/<[^>]*>/#, with: "")
      }
    }
  }

  @Test func stationsHaveTheTimesOfTheMonitor() throws {
    let walk = ReportedWalk(Self.reports, regions: Self.regions(Self.course))
    let done = walk.monitor.course
    let (mill, bridge) = (try #require(done["mill"]), try #require(done["bridge"]))
    #expect(mill < bridge)
    let rows = Self.rows(walk.page, "course")
    #expect(
      rows == [
        ["mill", "", Zone.utc.dayAndTime(mill)], ["bridge", "mill", Zone.utc.dayAndTime(bridge)],
        ["far", "bridge", "awaited"], ["last", "far", "asleep"],
      ])
  }

  @Test func lapsAreThoseOfTheCommand() throws {
    let walk = ReportedWalk(Self.reports, regions: Self.regions(Self.course))
    var times = LapTimes(region: "finish")
    for event in walk.events {
      times.add(try #require(JournalRecord(event.json)))
    }
    #expect(times.laps.count == 2)
    let lap = try #require(times.laps.last)
    let rows = Self.rows(walk.page, "laps")
    #expect(rows.map(\.first) == ["finish to the right", "finish to the right"])
    #expect(rows.map { $0[1] } == ["start", "lap 1"])
    #expect(rows.map { $0[2] } == times.passages.map { Zone.utc.dayAndTime($0.time) })
    let length = try #require(lap.length)
    #expect(rows[1][3] == "\(length) best")
    #expect(lap.text(best: lap.seconds).contains("\(length)  best"))
    // A journal has the same laps.
    let records = walk.events.compactMap { JournalRecord($0.json) }
    #expect(Self.rows(JournalPage(title: "Journal", records: records).html, "laps") == rows)
  }

  @Test func plainRegionsHaveNeither() {
    let plain = Self.regions([Self.station("mill", east: -100, "")])
    let page = ReportedWalk(Self.reports, regions: plain).page
    #expect(!page.contains("id=\"course\"") && !page.contains("id=\"laps\""))
    #expect(page.contains("mill"))
  }

  @Test func aSharedReportNamesNoHiddenStation() throws {
    // The first station is where the walk begins.
    let features = [
      Self.station("attic", east: -190, #","once":true"#),
      Self.station("bridge", east: 900, #","after":"attic""#),
    ]
    let lap = Array(stride(from: -200, through: 2000, by: 2))
    let reports = lap.enumerated().map { second, east in
      ReportedWalk.tpv(
        Double(Self.start + second), latitude: 47,
        longitude: 15 + Double(east) / Self.perDegree, speed: 2, track: 90)
    }
    let walk = ReportedWalk(reports, regions: Self.regions(features), isKeeping: true)
    let shown = try #require(walk.account.hiding(Home(of: [walk.account])))
    let page = WalkPage(shown, monitor: walk.monitor).html
    #expect(!page.contains("attic"))
    #expect(Self.rows(page, "course").map(\.first) == ["bridge"])
  }
}
