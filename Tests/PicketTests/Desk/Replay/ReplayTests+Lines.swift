import Desk
import Geofence
import Picket
import Testing

/// The effects of single lines.
extension ReplayTests {
  private static let region = Region(
    id: "equator",
    shape: .circle(Circle(center: Coordinate(latitude: 0, longitude: 10), radius: 100)!))

  @Test func recordingIsPlayedOnItsOwnClock() {
    // Along the equator at 5.6 m/s, through the circle.
    let lines = (0..<80).map { second in Self.fix(second, longitude: 9.998 + 5e-5 * Double(second))
    }
    let first = Self.play(lines)
    #expect(first.events.map(\.kind) == [.enter, .exit])
    #expect(first.tally.fixes == 80)
    #expect(first.tally.events == ["equator": [.enter: 1, .exit: 1]])
    // Only the recording determines the events: a second replay is the same.
    #expect(Self.play(lines).events == first.events)
  }

  @Test func otherReportsAreCounted() {
    var lines = ["noise", #"{"class":"VERSION","release":"3.22"}"#, #"{"class":"TPV","mode":1}"#]
    lines += [Self.fix(0, longitude: 10), Self.fix(0, longitude: 10), "{"]
    let tally = Self.play(lines).tally
    #expect(tally.fixes == 3)
    #expect(tally.rejected == [.noFix: 1, .duplicate: 1])
    #expect(tally.unreadable == 2)
  }

  @Test func tooLongLineIsCounted() {
    var replay = CaptureReplay(regions: [], blindLimit: .seconds(10))
    let findings = replay.play(.tooLong)
    let unreadable = replay.tally.unreadable
    #expect(findings.isEmpty)
    #expect(unreadable == 1)
  }

  @Test func gapInTheRecordingIsBlindness() {
    let tally = Self.play([Self.fix(0, longitude: 10), Self.fix(42, longitude: 10)]).tally
    #expect(tally.blind == .seconds(42))
  }

  @Test func onlyTheConfiguredDeviceCounts() {
    let lines = [Self.fix(0, longitude: 10), Self.fix(1, longitude: 10)]
    #expect(Self.play(lines, device: "/dev/b").tally.rejected == [.otherDevice: 2])
    #expect(Self.play(lines, device: "/dev/a").tally.rejected.isEmpty)
  }

  private static func play(
    _ lines: [String], device: String? = nil
  ) -> (events: [Event], tally: Tally) {
    var replay = CaptureReplay(regions: [region], blindLimit: .seconds(10), device: device)
    var events: [Event] = []
    for line in lines {
      for case .event(let event) in replay.play(.whole(Array(line.utf8))) { events.append(event) }
    }
    return (events, replay.tally)
  }

  private static func fix(_ second: Int, longitude: Double) -> String {
    let time = Timestamp(nanoseconds: 1_780_478_040_000_000_000 + Int64(second) * 1_000_000_000)
    return """
      {"class":"TPV","device":"/dev/a","mode":3,"time":"\(time.rfc3339)","lat":0.00001,\
      "lon":\(longitude),"speed":5.57,"track":90.0}
      """
  }
}
