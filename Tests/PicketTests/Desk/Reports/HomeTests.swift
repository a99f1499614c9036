@testable import Desk
import Foundation
import Geofence
import Testing

struct HomeTests {
  private static let start = Coordinate(latitude: 47, longitude: 15)
  private static let perDegree = 111_320 * cos(47 * Double.pi / 180)

  /// A place this many metres east of the start.
  private static func east(_ metres: Double) -> Coordinate {
    Coordinate(latitude: 47, longitude: 15 + metres / perDegree)
  }

  /// From home 900 m to the east and back, so that the walk ends where it began.
  private static func reports() -> [String] {
    (0...900).map { step in
      let metres = 2 * (step <= 450 ? Double(step) : 900 - Double(step))
      return ReportedWalk.tpv(
        1_780_478_071 + Double(step), latitude: 47, longitude: east(metres).longitude, speed: 2,
        track: step <= 450 ? 90 : 270)
    }
  }

  private static func walked(_ reports: [String], _ title: String = "A walk") -> ReportedWalk {
    var regions = [
      ReportedWalk.circle("home", start, 60), ReportedWalk.circle("corner", east(230), 40),
      ReportedWalk.circle("village", start, 5000), ReportedWalk.circle("home-ring", east(600), 40),
      ReportedWalk.circle("pond", east(500), 60), ReportedWalk.circle("mill", east(800), 50),
    ]
    regions[5].note = "Left of the way Home"
    regions[4].note = "Deep water"
    return ReportedWalk(reports, regions: regions, title: title, isKeeping: true)
  }

  @Test func nothingOfHomeIsInThePage() throws {
    let walk = Self.walked(Self.reports(), "From home to the mill")
    #expect(walk.page.contains("home") && walk.page.contains("corner"))
    let shown = try #require(walk.account.hiding(Home(of: [walk.account])))
    let page = ReportPage(shown, monitor: walk.monitor).html()
    let style = try #require(page.range(of: "(?s)<style>.*?</style>", options: Self.lines))
    let script = try #require(page.range(of: "(?s)<script>.*?</script>", options: Self.lines))
    var content = page
    content.removeSubrange(script)
    content.removeSubrange(style)
    for name in ["home", "Home", "corner", "village"] {
      #expect(!content.contains(name), "\(name)")
    }
    #expect(content.contains("pond") && content.contains("mill") && content.contains("Deep water"))
    let data = try PageData(page)
    for longitude in try data.sums("lon") {
      let metres = (Double(longitude) / 1e6 - 15) * Self.perDegree
      #expect(metres > 199)
    }
    #expect(shown.events.allSatisfy { ["pond", "mill"].contains($0.event.region) })
    // Both are passed on the way there and on the way back.
    #expect(shown.events.count == 8)
    #expect(content.contains("around each, with all regions that reach there"))
  }

  @Test func exportsAreCutToo() throws {
    let walk = Self.walked(Self.reports())
    let shown = try #require(walk.account.hiding(Home(of: [walk.account])))
    for text in [GPXFile(shown).text, GeoJSONFile(shown).text] {
      #expect(!text.contains("home") && !text.contains("corner") && !text.contains("village"))
      #expect(text.contains("pond"))
      // Not the seconds of a time.
      for match in text.matches(of: /(?:lon="|\[)(15\.[0-9]+)/) {
        let longitude = try #require(Double(match.output.1))
        #expect((longitude - 15) * Self.perDegree > 199)
      }
    }
  }

  @Test func passagesInBetweenAreCut() throws {
    // Past home again in the middle of the walk.
    let reports = (0...1200).map { step in
      let metres = 600 * cos(Double(step) / 1200 * 4 * Double.pi) - 600
      return ReportedWalk.tpv(
        1_780_478_071 + Double(step), latitude: 47, longitude: Self.east(-metres).longitude,
        speed: 3, track: 90)
    }
    let walk = Self.walked(reports)
    let shown = try #require(walk.account.hiding(Home(of: [walk.account])))
    #expect(shown.hidden.count == 1)
    #expect(shown.segments.count == 2)
    let gap = try PageData(ReportPage(shown, monitor: walk.monitor).html()).map["gap"]
    #expect((gap as? [String: Any])?["isHidden"] as? Bool == true)
    #expect(
      shown.moments.allSatisfy { moment in
        [moment.raw, moment.estimate].allSatisfy { ($0?.distance(to: Self.start) ?? 999) >= 200 }
      })
  }

  @Test func marksNearHomeAreCut() throws {
    var walk = Self.walked(Self.reports())
    func mark(_ text: String, _ seconds: Double, at place: Coordinate?) {
      walk.note(
        WalkMark(text: text, time: Timestamp(seconds: 1_780_478_071 + seconds), coordinate: place))
    }
    mark("door", 10, at: Self.start)
    mark("no place", 20, at: nil)
    mark("rather at home", 250, at: Self.east(500))
    mark("gate", 250, at: Self.east(500))
    let shown = try #require(walk.account.hiding(Home(of: [walk.account])))
    #expect(shown.marks.map(\.text) == ["gate"])
  }

  @Test func shortWalkHasNothingToShare() {
    let walk = Self.walked(Array(Self.reports().prefix(90)))
    #expect(walk.account.hiding(Home(of: [walk.account])) == nil)
  }

  private static let lines: String.CompareOptions = .regularExpression
}
