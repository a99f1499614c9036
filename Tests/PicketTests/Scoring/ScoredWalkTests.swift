@testable import Desk
import Foundation
import Geofence
import Picket
@testable import Scoring
import Testing

/// The scores that `picket-score` gives to recordings.
struct ScoredWalkTests {
  @Test func tableComparesPicketWithOtherRules() throws {
    var row = ScoreRow()
    for name in ["02-slow-walk-1hz", "26-indoor-near-1hz"] {
      let walk = try ScoredWalk(Self.source(name), events: nil)
      #expect(walk.name == name)
      #expect(walk.mistakes.isEmpty)
      row.add(walk.row)
    }
    let lines = ScoreRow.table([("**all**", row)])
    #expect(
      lines[0] == "| | hours | false | missed | delay p50 / p95 | brief visits reported | "
        + "truth within 95 % | 10 m | 10 m for 5 s | 10 m for 10 s | plain rule |")
    let cells = lines[2].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(cells.count == 11)
    #expect(cells[2] == "0" && cells[3] == "0 of 4")
    // Near a border indoors, decisions by single fixes lead to false events.
    #expect(cells[7].hasPrefix("2 / 0 / ") && cells[9].hasPrefix("0 / 0 / "))
  }

  @Test func eventsOfAFileAreScored() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      {"event":"enter","region":"r1","time":"2026-08-11T19:21:00.000Z","initial":true}
      {"event":"determined","region":"r1","time":"2026-08-11T19:21:01.000Z"}
      {"event":"exit","region":"r1","time":"2026-08-11T19:21:40.000Z"}

      """, to: "01-clean-walk-1hz.jsonl")
    let walk = try ScoredWalk(
      Self.source("01-clean-walk-1hz"), events: folder.path)
    #expect(walk.row.picket.spurious == 1 && walk.row.picket.missed == 2)
    // By these events the carrier stays outside: of both visits only the entry is missed.
    #expect(walk.mistakes.count == 3)
    #expect(walk.mistakes[0].contains("r1: false exit at 2026-08-11T19:21:40.000Z, "))
    #expect(walk.mistakes[1].contains("r1: missed "))
    #expect(throws: (any Error).self) {
      try ScoredWalk(Self.source("02-slow-walk-1hz"), events: folder.path)
    }
  }

  @Test func sensesAreComparedByKindOfRegion() throws {
    var table = SenseTable()
    for name in ["01-clean-walk-1hz", "16-no-speed-5hz"] {
      table.add(try ScoredWalk(Self.source(name), events: nil, figures: .senses).senses)
    }
    #expect(Set(table.cells.keys.map(\.hasVelocity)) == [true, false])
    for cell in table.cells.values {
      #expect(cell.hours > 0 && cell.scores.count == Sense.allCases.count)
      let delays = cell.scores.compactMap { $0.delay(0.5) }
      #expect(delays.count == 3 && delays == delays.sorted())
    }
    #expect(table.markdown().count == 2 + table.cells.count)
    #expect(!table.markdown(spread: [table]).joined().contains(" to "))
    #expect(
      table.markdown(spread: [table, table]).allSatisfy {
        $0.hasPrefix("|---") || $0.contains("receiver |") || $0.contains(" to ")
      })
    #expect(table.swift.count == 3 * table.cells.count)
    #expect(table.swift[0].hasPrefix("    Row(.") && table.swift[0].hasSuffix("),"))
  }

  @Test func publishedRulesAreScored() throws {
    var table = RuleTable()
    for name in ["02-slow-walk-1hz", "26-indoor-near-1hz"] {
      table.add(try ScoredWalk(Self.source(name), events: nil, figures: .rules).rules)
    }
    let lines = table.markdown
    #expect(lines.count == 4 + PublishedRule.all.count + 1)
    let cells = lines.map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(cells[2][0] == "**Picket**" && cells[2][2] == "0")
    let point = try #require(cells.first { $0[0].hasPrefix("point in region") })
    // Near a border each fix that is off is an event.
    #expect(try #require(Int(point[2])) > 2)
  }

  @Test func wrongStatesAreCounted() throws {
    let walk = try ScoredWalk(
      Self.source("26-indoor-near-1hz"), events: nil, figures: .integrity)
    #expect(walk.integrity.shown == [0, 0, 0, 0])
    let table = Integrity.table([("**all**", walk.integrity)])
    #expect(table[0].contains("shown: 10 m 10 s, 15 m 15 s, 20 m 20 s, 30 m 20 s"))
    #expect(table[2].hasPrefix("| **all** | 0 / 0 / 0 / 0 | 0."))
  }

  @Test(
    arguments: [
      (2.45, 1, "2.5"), (-1.04, 1, "-1.0"), (-0.04, 1, "0.0"), (12.5, 0, "13"),
      (0.0461, 3, "0.046"),
    ]
      as [(Double, Int, String)])
  func numbersHaveAllDecimals(_ number: Double, _ decimals: Int, _ text: String) {
    #expect(number.fixed(decimals) == text)
  }

  private static func source(_ name: String) -> WalkSource {
    WalkSource(
      path: Recording.walk("\(name).nmea.xz"), regions: Recording.walk("\(name).regions.geojson"))
  }
}
