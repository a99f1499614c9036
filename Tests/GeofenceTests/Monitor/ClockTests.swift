import Testing

@testable import Geofence

/// Receivers set their clocks, and boards have none: no decision may depend on them.
struct ClockTests {
  /// The findings of a walk whose receiver reports other times.
  ///
  /// - Parameter reported: The reported time of a fix, by its number and its true time.
  /// - Returns: The events, and the numbers of the fixes that were trusted.
  private func findings(
    _ walk: [TrustedFix], reporting reported: (Int, Timestamp) -> Timestamp
  ) -> (events: [String], trusted: [Int]) {
    var filter = FixFilter()
    var monitor = RegionMonitor(regions: Walk.regions, start: Walk.start)
    var events: [String] = []
    var trusted: [Int] = []
    for (number, fix) in walk.enumerated() {
      let report = Fix(
        mode: .fix3D, time: reported(number, fix.time), coordinate: fix.coordinate, eph: 12.6,
        speed: fix.speed, track: fix.track)
      guard case .trusted(let accepted) = filter.receive(report, arrival: fix.instant) else {
        continue
      }
      trusted.append(number)
      for event in monitor.receive(accepted).events {
        let delay = event.crossed.map { $0.duration(to: event.time) }
        events.append("\(number) \(event.kind) \(event.region) \(String(describing: delay))")
      }
    }
    return (events, trusted)
  }

  private static let week = Duration.seconds(7 * 86_400)

  @Test(arguments: [
    Self.week * -1024, Self.week * -52 * 20, .seconds(-3600), .seconds(-40),
    Self.week * 1024, Self.week * 52 * 20, .seconds(3600), .seconds(40),
  ])
  func clockChangeCostsOnlyAFewFixes(jump: Duration) {
    for seed in 1...20 {
      let walk = Walk.random(seed: seed, fixes: 300)
      let jumping = findings(walk) { $0 < 150 ? $1 : $1.advanced(by: jump) }
      let lost = Set(walk.indices).subtracting(jumping.trusted)
      #expect(lost.allSatisfy { (150..<157).contains($0) }, "seed \(seed)")
      // The events are the same as without these fixes.
      let rest = jumping.trusted.map { walk[$0] }
      let plain = findings(rest) { $1 }
      let numbered = plain.events.map { event -> String in
        let words = event.split(separator: " ", maxSplits: 1)
        return "\(jumping.trusted[Int(words[0]) ?? 0]) \(words[1])"
      }
      #expect(jumping.events == numbered, "seed \(seed)")
    }
  }

  @Test func aLeapSecondCostsOneFix() {
    for seed in 1...20 {
      let walk = Walk.line(from: -200, to: 200, speed: 2, at: Double(seed))
      let plain = findings(walk) { $1 }
      let leaping = findings(walk) { $0 < 90 ? $1 : $1.advanced(by: .seconds(-1)) }
      #expect(leaping.trusted.count == walk.count - 1)
      func kinds(_ events: [String]) -> [String] {
        events.map { event in
          event.split(separator: " ")[1...2].joined(separator: " ")
        }.sorted()
      }
      #expect(kinds(leaping.events) == kinds(plain.events))
    }
  }

  @Test func changedRateGivesTheSameEvents() {
    let slow = Walk.line(from: -250, to: 250, speed: 1.4)
    let mixed = slow.enumerated().flatMap { number, fix -> [TrustedFix] in
      guard number > slow.count / 3, number + 1 < slow.count else { return [fix] }
      let second = Double(number)
      return (0..<10).map { tenth in
        Walk.fix(
          second + Double(tenth) / 10, east: -250 + 1.4 * (second + Double(tenth) / 10),
          speed: 1.4, track: 90, eph: 9.5)
      }
    }
    let before = Walker(Walk.regions).receive(slow).events
    let after = Walker(Walk.regions).receive(mixed).events
    #expect(after.map(\.kind) == before.map(\.kind))
    #expect(after.map(\.region) == before.map(\.region))
    for (one, other) in zip(after, before) {
      #expect(abs(one.time.duration(to: other.time).inSeconds) <= 1.5)
    }
  }
}
