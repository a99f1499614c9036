import Base
import Board
import Foundation
import Geofence
import Picket
import Testing

/// Several reports of one device with one time, which are parts of one fix.
struct FixPartTests {
  private static func part(
    _ second: Double, _ fields: String, device: String = "/dev/a", metres: Double = 5
  ) -> LineSplitter.Line {
    let milliseconds = Int((second * 1000).rounded())
    let time = String(
      format: "2026-06-03T09:%02d:%02d.%03dZ", milliseconds / 60_000, milliseconds / 1000 % 60,
      milliseconds % 1000)
    let longitude = String(format: "%.9f", 10 + metres * second / 71_696)
    return .whole(
      Array(
        (#"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time)","lat":50.0,"#
          + #""lon":\#(longitude),\#(fields)}"#).utf8))
  }

  private static let position = #""speed":5.6,"eph":17.1"#
  private static let velocity = #""track":90.0,"speed":5.0,"eph":17.1"#
  private static let sky = LineSplitter.Line.whole(
    Array(#"{"class":"SKY","device":"/dev/a","satellites":[{"PRN":1,"used":true}]}"#.utf8))

  private static var regions: [Region] {
    let home = Coordinate(latitude: 50, longitude: 10)
    var yard = Region(id: "yard", shape: .circle(Circle(center: home, radius: 5000)!))
    yard.speedRule = SpeedRule(limit: 10, linger: .seconds(3))
    let center = Coordinate(latitude: 50, longitude: 10.0017)
    return [yard, Region(id: "ring", shape: .circle(Circle(center: center, radius: 30)!))]
  }

  private static func events(_ lines: [LineSplitter.Line]) -> [Event] {
    var path = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: regions))
    return lines.flatMap { path.receive($0).findings }.compactMap {
      if case .event(let event) = $0 { event } else { nil }
    }
  }

  /// The events of a ride whose epochs have other parts than one whole report.
  private static func ride(
    rate: Double = 1, _ parts: (Double) -> [LineSplitter.Line]
  ) -> [Event] {
    events((0..<Int(50 * rate)).flatMap { parts(Double($0) / rate) })
  }

  @Test(arguments: [1.0, 5, 10]) func partsGiveTheEventsOfOneReport(rate: Double) {
    let whole = Self.ride(rate: rate) { [Self.part($0, Self.velocity)] }
    #expect(whole.map(\.kind) == [.speeding, .enter, .exit])
    let split = Self.ride(rate: rate) {
      [Self.part($0, Self.position), Self.sky, Self.part($0, Self.velocity)]
    }
    #expect(split.map(\.kind) == whole.map(\.kind))
    #expect(split.map(\.time) == whole.map(\.time))
  }

  @Test func orderAndNumberOfPartsDoNotMatter() {
    let whole = Self.ride { [Self.part($0, Self.velocity)] }
    let five = Self.ride { second in
      [#""eph":17.1"#, Self.position, #""speed":5.6"#, Self.velocity, Self.position].map {
        Self.part(second, $0)
      }
    }
    let reversed = Self.ride { [Self.part($0, Self.velocity), Self.part($0, Self.position)] }
    #expect(five.map(\.time) == whole.map(\.time))
    #expect(reversed.map(\.time) == whole.map(\.time))
  }

  @Test func anotherReceiverBetweenPartsIsIgnored() {
    let whole = Self.ride { [Self.part($0, Self.velocity)] }
    let two = Self.ride { second in
      [
        Self.part(second, Self.position), Self.part(second, Self.velocity, device: "/dev/b"),
        Self.part(second, Self.velocity),
      ]
    }
    #expect(two.map(\.kind) == whole.map(\.kind))
    #expect(two.map(\.time) == whole.map(\.time))
  }

  @Test func partsCountAsOneFix() {
    var path = FixPath(filter: FixFilter(), decider: Survey())
    for second in 0..<20 {
      _ = path.receive(Self.part(Double(second), Self.position))
      _ = path.receive(Self.part(Double(second), Self.velocity))
    }
    #expect(path.tally.fixes == 20)
    #expect(path.decider.count == 20)
  }

  @Test func sameReportAgainIsADuplicate() {
    var path = FixPath(filter: FixFilter(), decider: Survey())
    _ = path.receive(Self.part(1, Self.velocity))
    _ = path.receive(Self.part(1, Self.velocity))
    #expect(path.verdict == .rejected(.duplicate))
    #expect(path.tally.rejected == [.duplicate: 1])
  }

  @Test func partThatAddsNothingIsNotAFix() {
    var path = FixPath(filter: FixFilter(), decider: Survey())
    for (fields, isFix) in [
      (Self.position, true), (Self.position, false), (Self.velocity, true), (Self.velocity, false),
    ] {
      _ = path.receive(Self.part(1, fields))
      #expect((path.judgment != nil) == isFix)
    }
    #expect(path.tally.rejected == [.duplicate: 2])
  }

  @Test func laterPartAddsWhatTheFirstLacked() throws {
    var path = FixPath(filter: FixFilter(), decider: Survey())
    _ = path.receive(Self.part(1, #""speed":5.6"#))
    _ = path.receive(Self.part(1, #""track":90.0,"speed":5.0,"eph":17.1,"status":2"#))
    guard case .trusted(let fix)? = path.verdict else {
      Issue.record("\(String(describing: path.verdict))")
      return
    }
    #expect(fix.track == 90 && fix.speed == 5 && fix.eph == 17.1)
    #expect(fix.solution == .differential)
  }

  @Test func partAfterADeadlineChangesNoEvent() {
    var path = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: Self.regions))
    var numbers: [Int] = []
    func keep(_ findings: [Finding]) {
      for case .event(let event) in findings { numbers.append(event.sequence) }
    }
    for second in 0..<50 {
      keep(path.receive(Self.part(Double(second), Self.position)).findings)
      if let deadline = path.decider.deadline { keep(path.deadlineReached(at: deadline)) }
      keep(path.receive(Self.part(Double(second), Self.velocity)).findings)
    }
    #expect(numbers == Array(1...max(1, numbers.count)))
  }

  @Test(arguments: [true, false]) func walkIsReplayedAsItWas(isSlow: Bool) {
    var live = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: Self.regions))
    var replay = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: Self.regions))
    for second in 0..<50 {
      let arrival = Instant(.seconds(100 + second))
      for (index, fields) in [Self.position, Self.velocity].enumerated() {
        let line = Self.part(Double(second), fields)
        let late = arrival.advanced(by: .milliseconds(index * (isSlow ? 400 : 20)))
        let findings = live.receive(line, .live(late)).findings
        #expect(replay.receive(line, live.judgment?.arrival ?? .unknown).findings == findings)
      }
    }
    #expect(live.tally == replay.tally)
    #expect(live.decider.nextSequence == 4)
  }
}
