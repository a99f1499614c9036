import Base
@testable import Desk
import Foundation
import Geofence
import Testing

struct StayTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)

  @Test func staysHaveTheTimesOfTheirEvents() throws {
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 200),
      regions: [
        ReportedWalk.circle("small", Self.here, 40), ReportedWalk.circle("large", Self.here, 90),
        ReportedWalk.circle("far", Coordinate(latitude: 48, longitude: 15), 40),
      ])
    let data = try PageData(walk.page)
    #expect(data.fields["watched"] as? Int == 3)
    #expect(abs((data.fields["distance"] as? Double ?? 0) - 400) < 20)
    let stays = data.objects("stays")
    #expect(Set(stays.map { $0["region"] as? String }) == ["small", "large"])
    for stay in stays {
      let events = walk.events.filter { $0.region == stay["region"] as? String }
      #expect(stay["visits"] as? Int == 1)
      #expect(stay["first"] as? Int == events.first?.time.milliseconds)
      #expect(stay["last"] as? Int == events.last?.time.milliseconds)
    }
    let far = try #require(data.fields["far"] as? [String: Any])
    #expect(far["names"] as? [String] == ["far"] && far["count"] as? Int == 1)
  }

  @Test func stayAtAnEndOfTheWalkHasNoTime() throws {
    let walk = ReportedWalk(
      Array(ReportedWalk.straight(past: Self.here, metres: 40).dropFirst(10)),
      regions: [ReportedWalk.circle("gate", Self.here, 150)])
    let stay = try #require(try PageData(walk.page).objects("stays").first)
    #expect(stay["visits"] as? Int == 1 && stay["first"] == nil && stay["last"] == nil)
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
