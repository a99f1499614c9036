@testable import Base
@testable import Board
import Geofence
@testable import Picket
import Records
import Testing

/// The writes of a board whose sight comes and goes all day.
struct SightTests {
  private static func report(_ second: Int, mode: Int = 3) -> String {
    let time = Timestamp(seconds: 1_780_000_000 + second).rfc3339
    let place = mode == 3 ? #","lat":47.0,"lon":15.0,"eph":5"# : ""
    return #"{"class":"TPV","device":"/dev/a","mode":\#(mode),"time":"\#(time)"\#(place)}"#
  }

  @Test func boardIndoorsWritesLittle() {
    let ride = SessionRide()
    _ = ride.session.receive(.connected, at: ride.now)
    var (bytes, told) = (0, 0)
    // Half an hour in the day's middle, after the bursts: a fix for 2 s, none for 18 s.
    let hours = 6
    for cycle in 0..<hours * 180 {
      for second in 0..<20 {
        ride.receive(Self.report(cycle * 20 + second, mode: second < 2 ? 3 : 1))
        ride.pass(1)
      }
      for directive in ride.directives() {
        switch directive {
        // With the checksum and the end of the line.
        case .note(let note):
          bytes += note.json(uptime: .seconds(80_000), positions: .exact).utf8.count + 18
        case .tell: told += 1
        case .save: bytes += ride.session.state.encoded.utf8.count + 40
        default: break
        }
      }
    }
    print("\(hours) hours indoors: \(bytes) bytes, \(told) changes shown only")
    // What is left after the bursts of the first minutes is far below their share of a day.
    #expect(bytes < 60_000, "\(bytes)")
    #expect(told > hours * 300)
  }

  @Test func statusNamesWhatIsMissingForAPosition() throws {
    let ride = SessionRide()
    func lack() throws -> String? {
      let answer = try #require(try ride.fields(#"{"do":"status"}"#))
      return StatusAnswer(answer)?.lack
    }
    #expect(try lack() == "gpsd")
    _ = ride.session.receive(.connected, at: ride.now)
    #expect(try lack() == "receiver")
    for (mode, missing) in [(1, "sky"), (3, nil)] {
      for second in 0..<3 {
        ride.receive(Self.report(mode * 10 + second, mode: mode))
        ride.pass(1)
      }
      #expect(try lack() == missing)
    }
    ride.receive(#"{"class":"TPV","device":"/dev/a","mode":3,"lat":47,"lon":15}"#)
    #expect(try lack() == "reports")
    // It is named before a position counts as missing, after 5 s.
    ride.pass(4.5)
    #expect(try lack() == "receiver")
    _ = ride.session.receive(.lost("refused"), at: ride.now)
    #expect(try lack() == "gpsd")
  }

  @Test func slowReceiverIsSightedAllTheTime() {
    let ride = SessionRide()
    _ = ride.session.receive(.connected, at: ride.now)
    for number in 0..<40 {
      ride.receive(Self.report(number * 15))
      ride.pass(15)
      if number == 10 { _ = ride.performed() }
    }
    #expect(ride.session.receiving.path.filter.interval == .seconds(15))
    #expect(ride.performed().allSatisfy { !$0.contains("blind") && !$0.contains("sighted") })
  }

  @Test func impossibleDateIsReportedOnce() {
    let ride = SessionRide()
    for second in 0..<20 {
      ride.receive(Self.report(second - 7168 * 86_400))
      ride.pass(1)
    }
    let words = ride.performed().filter { $0.contains("cannot be right") }
    #expect(words.map { $0.prefix { $0 != " " } } == ["log", "note"])
  }
}
