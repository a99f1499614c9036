import Foundation
import Geofence
@testable import Reports
import System
import Testing

struct DaySheetTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)

  @Test func sentenceAndTableComeFirst() throws {
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 200),
      regions: [
        ReportedWalk.circle("small", Self.here, 40), ReportedWalk.circle("large", Self.here, 90),
        ReportedWalk.circle("far", Coordinate(latitude: 48, longitude: 15), 40),
      ])
    let html = DaySheet(walk.account).html
    #expect(html.contains("inside 2 regions, longest in <bdi>large</bdi>, for 1:"))
    #expect(html.contains("; 4 events."))
    let rows = html.matches(of: /<tr><th scope="row">.*<\/tr>/).map { String($0.output) }
    #expect(rows.count == 2)
    let first = try #require(rows.first)
    let events = walk.events.filter { $0.region == "large" }
    #expect(first.contains("<bdi>large</bdi>"))
    #expect(first.contains("<td>1</td>"))
    for event in events {
      #expect(first.contains("<td>\(Zone.utc.timeOfDay(event.time, tenths: false))</td>"))
    }
    let page = walk.page
    let places = [
      "class=\"day\"", "class=\"stays\"", "id=\"map\"", "id=\"events\"", "id=\"times\"",
    ]
    .compactMap { page.range(of: $0)?.lowerBound }
    #expect(places.count == 5 && places == places.sorted())
  }

  @Test func stayAtAnEndOfTheWalkHasNoTime() {
    let walk = ReportedWalk(
      Array(ReportedWalk.straight(past: Self.here, metres: 40).dropFirst(10)),
      regions: [ReportedWalk.circle("gate", Self.here, 150)])
    let html = DaySheet(walk.account).html
    #expect(html.contains("<td>1</td><td>at the start</td><td>still inside</td>"))
  }

  @Test func manyRegionsAreFolded() {
    let regions = (0..<12).map { ReportedWalk.circle("r\($0)", Self.here, 30 + 5 * Double($0)) }
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 200), regions: regions)
    #expect(DaySheet(walk.account).html.contains("<summary>4 more regions</summary>"))
  }

  @Test func eventsUnfoldToTheirReasons() throws {
    let walk = try ReportedWalk(scored: "01-clean-walk-1hz")
    let html = EventList(walk.account).html(most: 300)
    let lines = html.split(separator: "\n").filter { $0.hasPrefix("<li") }
    #expect(lines.count == walk.events.count)
    for (line, event) in zip(lines, walk.events) {
      let summary = try #require(line.range(of: "</summary>")?.lowerBound)
      #expect(line[..<summary].contains("\(event.kind.rawValue) <bdi>\(event.region)</bdi>"))
      #expect(line[summary...].contains("class=\"why\""))
    }
  }

  @Test func timelinesHaveTheDepthsOfSingleFixes() throws {
    // Half an hour around a border.
    let reports = (0..<3600).map { step in
      let latitude: Double = 47 + 0.0006 * sin(Double(step) / 20)
      return ReportedWalk.tpv(
        1_780_478_071 + Double(step), latitude: latitude, longitude: 15, speed: 3, track: 0)
    }
    let walk = ReportedWalk(reports, regions: [ReportedWalk.circle("gate", Self.here, 50)])
    let data = try PageData(walk.page)
    let line = try #require(try data.row("gate")["line"] as? [String: Any])
    let (at, depth) = (try data.sums("at", of: line), try data.sums("depth", of: line))
    #expect(at.count == depth.count && at.count > 1000)
    let exact = Dictionary(
      walk.explanations.enumerated().map { ($0 * 10, $1.standings.first?.depth ?? 0) }
    ) { first, _ in first }
    for (time, value) in zip(at, depth) {
      #expect(abs(Double(value) / 10 - (exact[time] ?? 1e9)) < 0.06)
    }
  }
}
