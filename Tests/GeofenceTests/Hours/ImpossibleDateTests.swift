import Testing

@testable import Geofence

/// A receiver whose date cannot be right, such as one that is 1024 weeks behind.
struct ImpossibleDateTests {
  private static func region(_ id: String, hours: String? = nil, expires: Timestamp? = nil) throws
    -> Region
  {
    Region(
      id: id, shape: .circle(Circle(center: Walk.home, radius: 50)!),
      expires: expires,
      active: try hours.map { Hours(try Schedule($0), clock: .utc, place: Walk.home) })
  }

  private static func fix(_ second: Double, isImpossible: Bool) -> TrustedFix {
    TrustedFix(
      time: Walk.time(second), instant: Walk.start.advanced(by: .seconds(second)),
      coordinate: Walk.home, isDateProven: !isImpossible, isDateImpossible: isImpossible)
  }

  @Test func filterMarksDatesBeforeTheEarliest() {
    for (earliest, isImpossible) in [(Walk.time(1), true), (Walk.time(0), false), (nil, false)] {
      var filter = FixFilter(earliest: earliest)
      let verdict = filter.receive(
        Fix(mode: .fix3D, device: "a", time: Walk.time(0), coordinate: Walk.home))
      guard case .trusted(let fix) = verdict else {
        Issue.record("not trusted")
        return
      }
      #expect(fix.isDateImpossible == isImpossible)
    }
  }

  @Test(arguments: [false, true])
  func hoursAndExpiryAreNotJudgedByIt(_ isImpossible: Bool) throws {
    var monitor = RegionMonitor(regions: [
      try Self.region("closed", hours: "03:00-03:01"),
      try Self.region("gone", expires: Walk.time(-1)),
    ])
    for second in 0..<10 {
      _ = monitor.receive(Self.fix(Double(second), isImpossible: isImpossible))
    }
    #expect((monitor.hours(of: "closed") == nil) == isImpossible)
    #expect(monitor.expired == (isImpossible ? [] : ["gone"]))
  }
}
