import Testing

@testable import Geofence

struct OrderTests {
  private static func station(
    _ id: String, at east: Double, after: String? = nil, once: Bool = false,
    heading: HeadingRange? = nil
  ) -> Region {
    var region = Region(
      id: id,
      shape: .circle(Circle(center: Walk.home.offset(east: east, north: 0), radius: 30)!))
    region.order = OrderRule(after: after, isOnce: once, heading: heading)
    return region
  }

  private static let course = [
    station("a", at: 100, once: true), station("b", at: 300, after: "a", once: true),
    station("c", at: 500, after: "b", once: true),
  ]

  @Test func stationsReportInTheirOrder() {
    let walker = Walker(Self.course)
    let there = walker.receive(Walk.line(from: 0, to: 600, speed: 2)).events
    #expect(there.map(\.region) == ["a", "b", "c"])
    #expect(there.allSatisfy { $0.kind == .enter })
    // They report once.
    #expect(walker.receive(Walk.line(from: 600, to: 0, speed: -2, at: 301)).events.isEmpty)
    #expect(walker.monitor.resetCourse() == 3)
    #expect(
      walker.receive(Walk.line(from: 0, to: 600, speed: 2, at: 602)).events.map(\.region)
        == ["a", "b", "c"])
  }

  @Test func laterStationsSleep() {
    let walker = Walker(Self.course)
    let back = walker.receive(Walk.line(from: 600, to: 150, speed: -2)).events
    #expect(back.isEmpty)
    #expect(walker.monitor.orderSilence(of: "c") == .asleep(after: "b"))
    #expect(walker.monitor.orderSilence(of: "a") == nil)
  }

  @Test func aRestartForgetsNoStation() {
    // A power cut after each fix: what comes after is the same.
    let fixes = Walk.line(from: 0, to: 600, speed: 4)
    for cut in stride(from: 1, to: fixes.count, by: 5) {
      let first = Walker(Self.course)
      let before = first.receive(Array(fixes[..<cut])).events
      let second = Walker(Self.course, memory: first.monitor.memory)
      let after = second.receive(Array(fixes[cut...])).events
      #expect((before + after).map(\.region) == ["a", "b", "c"], "cut after \(cut) fixes")
    }
  }

  @Test(arguments: [
    (45.0, 135.0, true), (315, 45, false), (89, 91, true), (100, 80, false), (0, 360, true),
    (270, 100, true),
  ])
  func onlyTheHeadingReports(_ from: Double, _ to: Double, _ isReported: Bool) {
    let walker = Walker([
      Self.station("a", at: 200, heading: HeadingRange(from: from, to: to))
    ])
    let events = walker.receive(Walk.line(from: 0, to: 195, speed: 2)).events
    #expect(events.isEmpty != isReported)
    #expect((walker.monitor.wrongCourse(of: "a") != nil) != isReported)
  }

  @Test(arguments: [
    (350.0, 10.0, 0.0, true), (350, 10, 355, true), (350, 10, 20, false), (10, 350, 0, false),
    (0, 0, 0, true), (0, 360, 200, true), (360, 10, 5, true),
  ])
  func rangesWrapAtNorth(_ from: Double, _ to: Double, _ track: Double, _ isIn: Bool) {
    #expect(HeadingRange(from: from, to: to).contains(track) == isIn)
  }
}
