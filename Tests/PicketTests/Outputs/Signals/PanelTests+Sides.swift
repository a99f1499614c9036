import Geofence
@testable import Notation
@testable import Outputs
import Testing

/// Lights that show on which side of regions the carrier is.
extension PanelTests {
  @Test func lightIsActiveOutsideItsClasses() {
    let bench = Bench { $0[1].holdsOutside = .some(["home", "camp"]) }
    #expect(bench.hold(inside: [], outside: ["farm"]).isEmpty)
    #expect(bench.hold(inside: [nil], outside: ["farm", "camp"]) == ["led on"])
    #expect(bench.panel.deadline == nil)
    #expect(bench.hold(inside: ["home", "camp"], outside: ["farm"]) == ["led off"])
  }

  @Test func lightMayBeActiveOutsideEveryRegion() {
    let bench = Bench { $0[1].holdsOutside = .any }
    #expect(bench.hold(inside: [nil], outside: ["home"]).isEmpty)
    #expect(bench.hold(inside: [], outside: ["home"], isOutsideAll: true) == ["led on"])
    #expect(bench.stop() == ["led off"])
  }

  @Test func doubtedSideIsHeldOrLeft() {
    let holding = Bench { $0[1].holdsInside = .any }
    #expect(holding.hold(inside: [nil], sure: [nil]) == ["led on"])
    #expect(holding.hold(inside: [nil], sure: []).isEmpty)
    let careful = Bench {
      $0[1].holdsInside = .any
      $0[1].holdsUnsure = false
    }
    #expect(careful.hold(inside: [nil], sure: [nil]) == ["led on"])
    #expect(careful.hold(inside: [nil], sure: []) == ["led off"])
    #expect(careful.hold(inside: [nil], sure: [nil]) == ["led on"])
    #expect(careful.stop() == ["led off"])
  }

  @Test func lightBlinksOnEachSide() throws {
    let patterns = (inside: try Pattern("100/900"), outside: try Pattern("50/50"))
    let bench = Bench {
      $0[1].holdsInside = .some(["home"])
      $0[1].holdsOutside = .some(["home"])
      ($0[1].insidePattern, $0[1].outsidePattern) = (patterns.inside, patterns.outside)
    }
    #expect(bench.hold(inside: ["home"]) == ["led on"])
    #expect(bench.run(until: 1050) == ["100 led off", "1000 led on"])
    // Another region of the class: the pattern continues.
    #expect(bench.hold(inside: ["home", "home"]).isEmpty)
    #expect(bench.run(until: 1950) == ["1100 led off"])
    #expect(bench.hold(inside: [], outside: ["home"]) == ["led on"])
    #expect(bench.run(until: 2060) == ["2000 led off", "2050 led on"])
    #expect(bench.stop() == ["led off"])
    #expect(bench.panel.deadline == nil)
  }

  @Test func hiddenBlinkingSetsNoDeadline() throws {
    let pattern = try Pattern("50/50")
    let bench = Bench {
      $0[1].holdsOutside = .any
      $0[1].outsidePattern = pattern
    }
    _ = bench.hold(inside: [], isOutsideAll: true)
    _ = bench.play("exit", ["led": "2000"])
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(2)))
  }

  @Test func outsideNeedsEveryRegionOfAClass() {
    let presence = Presence(states: [
      ("home", false), ("home", true), ("farm", false), ("camp", nil), ("camp", false),
      (nil, false),
    ])
    #expect(presence.inside == ["home"])
    #expect(presence.outside == ["farm"])
    #expect(!presence.isOutsideAll)
    #expect(Presence(states: [("home", false), (nil, false)]).isOutsideAll)
    #expect(!Presence(states: [("home", false), (nil, nil)]).isOutsideAll)
    #expect(!Presence(states: []).isOutsideAll)
  }
}
