import Board
import Testing

/// Lights that show on which side of regions the carrier is.
extension PanelTests {
  @Test func lightIsActiveOutsideItsClasses() {
    let bench = Bench { $0[1].holdsOutside = .some(classes: ["home", "camp"]) }
    #expect(bench.hold(inside: [], outside: ["farm"]).isEmpty)
    #expect(bench.hold(inside: [nil], outside: ["farm", "camp"]) == ["led on"])
    #expect(bench.panel.deadline == nil)
    #expect(bench.hold(inside: ["home", "camp"], outside: ["farm"]) == ["led off"])
  }

  @Test func lightMayBeActiveOutsideEveryRegion() {
    let bench = Bench { $0[1].holdsOutside = .any }
    #expect(bench.hold(inside: [nil], outside: ["home"]).isEmpty)
    #expect(bench.hold(inside: [], outside: ["home"]) == ["led on"])
    #expect(bench.stop() == ["led off"])
  }

  @Test func doubtedSideIsHeldOrLeft() {
    let holding = Bench { $0[1].holdsInside = .any }
    #expect(holding.hold(inside: [nil], isSure: true) == ["led on"])
    #expect(holding.hold(inside: [nil], isSure: false).isEmpty)
    let careful = Bench {
      $0[1].holdsInside = .any
      $0[1].doubt = .off
    }
    #expect(careful.hold(inside: [nil], isSure: true) == ["led on"])
    #expect(careful.hold(inside: [nil], isSure: false) == ["led off"])
    #expect(careful.hold(inside: [nil], isSure: true) == ["led on"])
    #expect(careful.stop() == ["led off"])
  }

  @Test func lightBlinksOnEachSide() throws {
    let patterns = (inside: try Pattern("100/900"), outside: try Pattern("50/50"))
    let bench = Bench {
      $0[1].holdsInside = .some(classes: ["home"])
      $0[1].holdsOutside = .some(classes: ["home"])
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
    _ = bench.hold(inside: [], outside: ["home"])
    _ = bench.play("exit", ["led": "2000"])
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(2)))
  }
}
