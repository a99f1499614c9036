import Testing

@testable import Geofence

/// Receivers that report less often than the blind limit allows.
struct CadenceTests {
  private static let epoch = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

  private static func interval(_ seconds: [Double?]) -> Duration? {
    var cadence = Cadence(epoch)
    for second in seconds { cadence.add(second.map { epoch.advanced(by: .seconds($0)) }) }
    return cadence.interval
  }

  @Test func intervalNeedsTwoSteps() {
    #expect(Self.interval([15]) == nil)
    #expect(Self.interval([15, 30]) == .seconds(15))
    #expect(Self.interval([15, 30, 45]) == .seconds(15))
  }

  @Test func missingReportsDoNotLengthenTheInterval() {
    #expect(Self.interval([1, 2, 40]) == .seconds(1))
    #expect(Self.interval([40, 41, 80]) == .seconds(1))
  }

  @Test func reportWithoutATimeEndsTheInterval() {
    #expect(Self.interval([15, 30, 45, nil]) == nil)
    #expect(Self.interval([15, 30, 45, nil, 60, 75, 90]) == .seconds(15))
  }

  @Test func pausesAreNoInterval() {
    #expect(Self.interval([200, 400, 600]) == nil)
    #expect(Self.interval([15, 30, 45, 44]) == nil)
  }

  @Test func slowReceiverIsNotBlindBetweenItsFixes() {
    var filter = FixFilter()
    var monitor = RegionMonitor(regions: [], start: Instant(.zero))
    var findings: [Finding] = []
    for number in 0..<40 {
      let time = Double(number * 15)
      let fix = Fix(
        mode: .fix3D, device: "a", time: Self.epoch.advanced(by: .seconds(time)),
        coordinate: Coordinate(latitude: 51.5, longitude: -0.14))
      guard case .trusted(let trusted) = filter.receive(fix) else {
        Issue.record("not trusted")
        return
      }
      findings += monitor.receive(trusted)
    }
    #expect(monitor.patience == .seconds(45))
    // While the interval was not known: after each of the first fixes.
    #expect(findings.count { if case .blind = $0 { true } else { false } } == 2)
    let last = monitor.lastFix?.instant ?? Instant(.zero)
    let early = monitor.deadlineReached(at: last.advanced(by: .seconds(44)))
    #expect(early.isEmpty)
    let late = monitor.deadlineReached(at: last.advanced(by: .seconds(45)))
    #expect(late.count == 1)
  }
}
