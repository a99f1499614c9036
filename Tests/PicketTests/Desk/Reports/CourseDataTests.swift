import Base
@testable import Desk
import Foundation
import Geofence
import Records
import RegionFiles
import Testing

/// The stations and the laps in a report.
struct CourseDataTests {
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

  @Test func stationsHaveTheTimesOfTheMonitor() throws {
    let walk = ReportedWalk(Self.reports, regions: Self.regions(Self.course))
    let done = walk.monitor.course
    let (mill, bridge) = (try #require(done["mill"]), try #require(done["bridge"]))
    #expect(mill < bridge)
    let rows = try PageData(walk.page).objects("course")
    #expect(rows.map { $0["region"] as? String } == ["mill", "bridge", "far", "last"])
    #expect(rows.map { $0["after"] as? String } == [nil, "mill", "bridge", "far"])
    #expect(rows.map { $0["done"] as? Int } == [mill.milliseconds, bridge.milliseconds, nil, nil])
    #expect(rows.map { $0["state"] as? String } == [nil, nil, "awaited", "asleep"])
  }

  @Test func lapsAreThoseOfTheCommand() throws {
    let walk = ReportedWalk(Self.reports, regions: Self.regions(Self.course))
    var times = LapTimes(region: "finish")
    for event in walk.events {
      times.add(try #require(JournalRecord(event.json)))
    }
    #expect(times.laps.count == 2)
    let rows = try PageData(walk.page).objects("laps")
    #expect(rows.map { $0["region"] as? String } == ["finish", "finish"])
    #expect(rows.map { $0["side"] as? String } == ["right", "right"])
    #expect(rows.map { $0["number"] as? Int } == [0, 1])
    #expect(rows.map { $0["time"] as? Int } == times.passages.map(\.time.milliseconds))
    let seconds = try #require(times.laps.last?.seconds)
    #expect(abs((rows[1]["seconds"] as? Double ?? 0) - seconds) < 0.06)
    #expect(rows[1]["isBest"] as? Bool == true)
    // A journal has the same laps.
    let records = walk.events.compactMap { JournalRecord($0.json) }
    let journal = try PageData(ReportPage(journal: records, title: "Journal").html())
    #expect(NSArray(array: journal.objects("laps")) == NSArray(array: rows))
  }

  @Test func plainRegionsHaveNeither() throws {
    let plain = Self.regions([Self.station("mill", east: -100, "")])
    let data = try PageData(ReportedWalk(Self.reports, regions: plain).page)
    #expect(data.fields["course"] == nil && data.fields["laps"] == nil)
    #expect(data.objects("stays").map { $0["region"] as? String } == ["mill"])
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
    let page = ReportPage(shown, monitor: walk.monitor).html()
    #expect(!page.contains("attic"))
    #expect(try PageData(page).objects("course").map { $0["region"] as? String } == ["bridge"])
  }
}
