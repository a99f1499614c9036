import Testing

@testable import Geofence

/// Facts that hold on every walk, with any rule.
extension RegionMonitorTests {
  @Test func eventsAlternateWithoutSkippedNumbers() {
    var kinds: [Event.Kind: Int] = [:]
    for seed in 1...200 {
      var inside: [String: Bool] = [:]
      var stays: [String: Int] = [:]
      var next = 1
      var last = Walk.epoch
      let walk = Walker(Walk.regions)
      for fix in Walk.random(seed: seed, fixes: 300) {
        for finding in walk.receive([fix]) {
          if case .determined(let region, let state) = finding {
            #expect(inside[region] != (state == .inside), "seed \(seed)")
            inside[region] = state == .inside
            stays[region] = 0
          }
          guard case .event(let event) = finding else { continue }
          kinds[event.kind, default: 0] += 1
          #expect(event.sequence == next, "seed \(seed)")
          next += 1
          #expect(event.time >= last, "seed \(seed)")
          #expect(event.time <= fix.time, "seed \(seed)")
          last = event.time
          switch event.kind {
          case .enter, .exit:
            // A region that is far away gives no finding: it is outside.
            #expect((inside[event.region] ?? false) == (event.kind == .exit), "seed \(seed)")
            inside[event.region] = event.kind == .enter
            stays[event.region] = 0
            if let crossed = event.crossed { #expect(crossed <= event.time, "seed \(seed)") }
            #expect(event.crossed == nil || event.blind == nil, "seed \(seed)")
          case .dwell:
            #expect(inside[event.region] == true, "seed \(seed)")
            stays[event.region, default: 0] += 1
            #expect(stays[event.region] == 1, "seed \(seed)")
          case .speeding, .speedOK, .cross:
            Issue.record("these regions have no limit of speed and no gate, seed \(seed)")
          }
        }
        let known = inside.filter(\.value).keys.sorted()
        let sides = Walk.regions.map(\.id).filter { walk.monitor.side(of: $0) == .inside }
        #expect(sides.sorted() == known, "seed \(seed)")
        let shown = Set(walk.monitor.inside).union(walk.monitor.unsure)
        #expect(shown.isSuperset(of: known), "seed \(seed)")
      }
    }
    // The walks test something only when they have many events.
    #expect(kinds.values.allSatisfy { $0 > 200 } && kinds.count == 3, "\(kinds)")
  }

  @Test func eventNeedsACrossingOfThePath() throws {
    var events = 0
    for seed in 1...100 {
      let walk = Walker(Walk.regions)
      // By region: the depths of the filtered path since its last event.
      var path: [String: [Double]] = [:]
      for fix in Walk.random(seed: seed, fixes: 300) {
        let found = walk.receive([fix])
        let place = try #require(walk.monitor.estimate).coordinate
        for region in Walk.regions {
          path[region.id, default: []].append(region.shape.depth(at: place))
        }
        for event in found.events where event.kind != .dwell {
          let depths = path[event.region] ?? []
          // An event that a deadline confirmed was past the border one fix ago.
          let latest = depths.suffix(2)
          if event.kind == .enter {
            #expect(depths.contains { $0 <= 0 } && latest.contains { $0 > 0 }, "seed \(seed)")
          } else {
            #expect(depths.contains { $0 >= 0 } && latest.contains { $0 < 0 }, "seed \(seed)")
          }
          path[event.region] = Array(latest)
          events += 1
        }
      }
    }
    #expect(events > 500)
  }

  @Test func extraDeadlineCallsChangeNothing() {
    for seed in 1...60 {
      var generator = SeededGenerator(seed: -seed)
      let fixes = Walk.random(seed: seed, fixes: 300)
      let never = Walker(Walk.regions).receive(fixes)
      let walk = Walker(Walk.regions)
      var findings: [Finding] = []
      for (index, fix) in fixes.enumerated() {
        findings += walk.receive([fix])
        guard index + 1 < fixes.count else { continue }
        let next = fixes[index + 1]
        let gap = fix.instant.duration(to: next.instant)
        let moments = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Double.random(in: 0..<1, using: &generator)
        }
        for moment in moments.sorted() {
          findings += walk.monitor.deadlineReached(at: fix.instant.advanced(by: gap * moment))
        }
        // Half of the deadlines are handled exactly in time.
        while let deadline = walk.monitor.deadline, deadline < next.instant,
          Bool.random(using: &generator)
        {
          findings += walk.monitor.deadlineReached(at: deadline)
        }
      }
      #expect(findings == never, "seed \(seed)")
    }
  }

  @Test func nextDeadlineIsNeverInThePast() {
    for seed in 1...20 {
      let walk = Walker(Walk.regions)
      for fix in Walk.random(seed: seed, fixes: 200) {
        _ = walk.receive([fix])
        guard let deadline = walk.monitor.deadline else { continue }
        // Due deadlines have been handled: the next one lies ahead.
        #expect(deadline >= fix.instant, "seed \(seed)")
      }
    }
  }

  @Test func orderOfRegionsHasNoEffect() {
    for seed in 1...20 {
      var generator = SeededGenerator(seed: seed)
      let fixes = Walk.random(seed: seed, fixes: 300)
      let findings = Walker(Walk.regions).receive(fixes)
      #expect(Walker(Walk.regions.shuffled(using: &generator)).receive(fixes) == findings)
    }
  }

  @Test func regionsDoNotAffectEachOther() {
    for seed in 1...10 {
      let fixes = Walk.random(seed: seed, fixes: 300)
      let together = Walker(Walk.regions).receive(fixes).events
      for region in Walk.regions {
        let alone = Walker([region]).receive(fixes).events
        let same = together.filter { $0.region == region.id }
        #expect(same.map(\.kind) == alone.map(\.kind))
        #expect(same.map(\.time) == alone.map(\.time))
      }
    }
  }

  @Test func restartLosesAndRepeatsNothing() {
    // A clean walk through three regions that lie apart, so that crossings are rarely pending.
    let regions = [-400.0, 0, 400].map { east in
      Region(
        id: "disc \(Int(east))",
        shape: .circle(Circle(center: Walk.home.offset(east: east, north: 0), radius: 100)!),
        linger: .seconds(4), dwell: .milliseconds(20_500))
    }
    let fixes = Walk.line(from: -700, to: 700, speed: 5)
    let whole = Walker(regions).receive(fixes).events
    #expect(whole.map(\.sequence) == Array(1...9))
    for split in fixes.indices.dropFirst() {
      let first = Walker(regions)
      var before = first.receive(Array(fixes[..<split])).events
      // The first monitor runs until just before the first fix of the second.
      let end = fixes[split].instant.advanced(by: .nanoseconds(-1))
      before += first.monitor.deadlineReached(at: end).events
      let second = Walker(regions, memory: first.monitor.memory)
      // The monotonic clock starts anew with the board.
      let after = second.receive(
        fixes[split...].map { fix in
          TrustedFix(
            time: fix.time, instant: fix.instant.advanced(by: .seconds(-4321)),
            coordinate: fix.coordinate, sigma: fix.sigma, speed: fix.speed, track: fix.track,
            eph: fix.eph)
        }
      ).events
      let events = before + after
      #expect(events.map(\.kind) == whole.map(\.kind), "split at \(split)")
      #expect(events.map(\.region) == whole.map(\.region), "split at \(split)")
      #expect(events.map(\.sequence) == whole.map(\.sequence), "split at \(split)")
      // Far from every border nothing is pending, and a restart changes nothing.
      let east = -700 + 5 * Double(split)
      let nearest = [-500.0, -300, -100, 100, 300, 500].map { abs($0 - east) }.min() ?? 0
      if nearest > 40 { #expect(events.map(\.time) == whole.map(\.time), "split at \(split)") }
    }
  }
}
