@testable import Desk
import Foundation
import Geofence
import Testing

struct ComparisonTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)

  private func walk(start: Int = 1_780_478_071) -> ReportedWalk {
    ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 120, start: start),
      regions: [ReportedWalk.circle("ring", Self.here, 60)])
  }

  @Test func overlappingWalksShareTheirTimes() {
    let (first, second) = (walk(), walk(start: 1_780_478_071 + 30))
    let comparison = Comparison(
      second.account, named: "B", beside: first.account, named: "A")
    #expect(comparison.isSimultaneous && comparison.shift == 30)
    let pairs = comparison.pairs(with: first.account)
    #expect(pairs.count == 2)
    for pair in pairs {
      let (own, other) = (pair.own?.offset ?? 0, pair.other?.offset ?? 0)
      #expect(own == other && own > 0)
    }
  }

  @Test func walksOfDifferentDaysBeginTogether() throws {
    let (first, second) = (walk(), walk(start: 1_780_478_071 + 86_400))
    let comparison = Comparison(
      second.account, named: "B", beside: first.account, named: "A")
    #expect(!comparison.isSimultaneous && comparison.shift == 0)
    let page = ReportPage(first.account, monitor: first.monitor, beside: comparison).html()
    #expect(try PageData(page).notes.contains { $0.hasPrefix("the two walks were at different") })
    let row = try PageData(page).row(first.account.regions[0].id)
    let other = try #require(row["other"] as? [String: Any])
    #expect(other["names"] as? [String] == ["A", "B"])
    let line = try #require(other["line"] as? [String: Any])
    let depths = try PageData(page).sums("depth", of: line)
    #expect(depths.count > 1)
    let pins = try #require(other["pins"] as? [[String: Any]])
    #expect(pins.map { $0["event"] as? String } == ["enter", "exit"])
  }

  @Test func missingEventsAreNamed() throws {
    let first = walk()
    let empty = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 40),
      regions: [ReportedWalk.circle("ring", Self.here, 60)])
    let comparison = Comparison(empty.account, named: "B", beside: first.account, named: "A")
    #expect(comparison.pairs(with: first.account).map { $0.other == nil } == [true, true])
    let page = ReportPage(first.account, monitor: first.monitor, beside: comparison).html()
    let pairs = try PageData(page).objects("pairs")
    #expect(pairs.map { $0["own"] as? Int } == [0, 1] && pairs.allSatisfy { $0["other"] == nil })
    let back = Comparison(first.account, named: "A", beside: empty.account, named: "B")
    #expect(back.pairs(with: empty.account).map { $0.own == nil } == [true, true])
  }

  @Test func pointRuleBeepsAtEachChange() {
    var rule = PointRule()
    for (offset, isInside) in [false, true, true, false, true].enumerated() {
      rule.note(0, isInside: isInside, at: Double(offset))
      rule.note(1, isInside: true, at: Double(offset))
    }
    #expect(rule.beeps.map(\.offset) == [1, 3, 4])
    #expect(rule.beeps.map(\.isEntry) == [true, false, true])
  }

  @Test func simpleProgramBeepsMoreOften() throws {
    let walk = try ReportedWalk(scored: "05-pace-border-1hz")
    #expect(walk.account.plain.beeps.count > 3 * walk.events.count)
    #expect(try PageData(walk.page).fields["beeps"] as? Int == walk.account.plain.beeps.count)
  }
}
