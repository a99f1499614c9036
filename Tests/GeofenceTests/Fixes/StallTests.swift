import Testing

@testable import Geofence

/// Fixes that arrive late, and many at once, give the same events as fixes in time.
struct StallTests {
  /// The pattern in which the delayed fixes arrive.
  enum Shape: CaseIterable {
    case atOnce
    case inClumps
    case atTwiceTheRate
  }

  /// A time in which nothing arrives.
  struct Stall {
    var start: Double
    var length: Double
    var shape: Shape

    /// The second at which a report arrives, given the second at which it was sent.
    func arrival(of second: Double) -> Double {
      guard second >= start else { return second }
      let end = start + length
      return switch shape {
      case .atOnce: max(second, end)
      case .inClumps:
        // Each clump holds the reports of a third of the stall, and the next follows soon.
        max(second, end + ((second - start) / length * 3).rounded(.down) * length / 9)
      case .atTwiceTheRate: max(second, end + (second - start) / 2)
      }
    }
  }

  /// A filter and a monitor, driven as in a controller: by arrivals and by a timer.
  private struct Run {
    var filter = FixFilter()
    var monitor = RegionMonitor(regions: Walk.regions, start: Walk.start)
    var findings: [Finding] = []
    var instants: [Instant] = []

    static let transit = Duration.milliseconds(250)

    mutating func receive(_ fix: Fix, at arrival: Instant) {
      while let deadline = monitor.deadline {
        let due = deadline.advanced(by: Self.transit - filter.timelineLead)
        guard due < arrival else { break }
        findings += monitor.deadlineReached(at: deadline)
      }
      guard case .trusted(let trusted) = filter.receive(fix, arrival: arrival) else { return }
      instants.append(trusted.instant)
      findings += monitor.receive(trusted)
    }

    /// Receives a walk through stalls.
    mutating func receive(_ walk: [TrustedFix], _ stalls: [Stall]) {
      for fix in walk {
        let sent = Walk.epoch.duration(to: fix.time).inSeconds
        let arrived = stalls.reduce(sent) { max($0, $1.arrival(of: sent)) }
        receive(
          Fix(
            mode: .fix3D, time: fix.time, coordinate: fix.coordinate, eph: 12.6, speed: fix.speed,
            track: fix.track), at: Walk.instant(arrived + 0.08))
      }
    }

    /// The events with their times by the receiver's clock.
    var events: [String] {
      findings.events.map { "\($0.kind) \($0.region) \($0.time.duration(to: Walk.epoch))" }
    }
  }

  private static func run(_ walk: [TrustedFix], _ stalls: [Stall] = []) -> Run {
    var run = Run()
    run.receive(walk, stalls)
    return run
  }

  /// Stalls of a walk, each of which ends before the next.
  private static func stalls(of walk: [TrustedFix], seed: Int) -> [Stall] {
    var generator = SeededGenerator(seed: seed)
    var stalls: [Stall] = []
    let seconds = walk.map { Walk.epoch.duration(to: $0.time).inSeconds }
    guard var second = seconds.first.map({ $0 + 5 }), let last = seconds.last else { return [] }
    while second < last {
      let length = Double.random(in: 1...40, using: &generator)
      let shape = Shape.allCases.randomElement(using: &generator) ?? .atOnce
      stalls.append(Stall(start: second, length: length, shape: shape))
      second += 2.5 * length + Double.random(in: 1...60, using: &generator)
    }
    return stalls
  }

  @Test func stallsDoNotChangeTheTimeline() {
    for seed in 1...40 {
      let walk = Walk.random(seed: seed)
      let plain = Self.run(walk)
      let stalled = Self.run(walk, Self.stalls(of: walk, seed: seed))
      #expect(stalled.instants == plain.instants, "seed \(seed)")
    }
  }

  @Test func stallsDoNotChangeTheEvents() {
    for seed in 1...40 {
      let walk = Walk.random(seed: seed)
      let plain = Self.run(walk)
      let stalled = Self.run(walk, Self.stalls(of: walk, seed: seed))
      let difference = stalled.events.difference(from: plain.events)
      #expect(difference.isEmpty, "seed \(seed)")
    }
  }

  @Test func aDwellIsNotEarlyAfterStalls() throws {
    let region = Region(
      id: "field", shape: .circle(Circle(center: Walk.home, radius: 60)!), dwell: .seconds(60))
    var run = Run()
    run.monitor = RegionMonitor(regions: [region], start: Walk.start)
    let stalls = [100.0, 115, 130].map { Stall(start: $0, length: 9, shape: .atOnce) }
    let rest = (87..<220).map { Walk.fix(Double($0), east: 0) }
    run.receive(Walk.line(from: -130, to: 0, speed: 1.5) + rest, stalls)
    let events = run.findings.events
    #expect(events.map(\.kind) == [.enter, .dwell])
    #expect(events[0].time.duration(to: events[1].time) == .seconds(60))
    // No fix is missing, so nothing was unseen.
    #expect(run.findings.allSatisfy { if case .sighted(_, _?) = $0 { false } else { true } })
  }

  @Test func lastingDelayIsFollowed() throws {
    var filter = FixFilter()
    func receive(_ sent: Double, at arrival: Double) -> Bool {
      let fix = Fix(mode: .fix3D, time: Walk.time(sent), coordinate: Walk.home)
      if case .trusted = filter.receive(fix, arrival: Walk.instant(arrival)) { return true }
      return false
    }
    // The sender of the reports was stopped for 20 s and continues late.
    for second in 0..<200 {
      let late = second < 50 ? 0.1 : 20.1
      #expect(receive(Double(second), at: Double(second) + late))
    }
    // In spite of the delay, a clock that is set by 10 s is noticed.
    #expect(!receive(210, at: 220.1))
  }
}
