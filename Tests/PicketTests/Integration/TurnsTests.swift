import Foundation
import Glibc
import Records
import Testing

/// Two receivers on one gpsd, each silent while the other one reports.
@Suite(.timeLimit(.minutes(20)))
struct TurnsTests {
  /// The clock of the second receiver, compared with that of the first.
  enum Clock: CaseIterable {
    case same
    case secondBehind
    case secondAhead
    case yearBehind
    case yearAhead

    var date: String {
      switch self {
      case .yearBehind: "030625"
      case .yearAhead: "030627"
      default: "030626"
      }
    }

    var ahead: Double {
      switch self {
      case .secondBehind: -1
      case .secondAhead: 1
      default: 0
      }
    }
  }

  /// 5 m/s to the east: into the ring at 55 s, out of it at 95 s.
  private static let ride = (0...150).map { Epoch(second: Double($0), east: -375 + 5 * Double($0)) }

  private static let regions = Epoch.regions().replacing("50", with: "100")

  private static let speed = 20.0

  @Test(arguments: Clock.allCases)
  func alternatingReceiversGiveTheSameEvents(_ clock: Clock) async throws {
    let gpsd = try await GPSDaemon(receivers: 2)
    let picket = try await Self.play(clock, on: gpsd, device: nil)
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    for line in picket.eventLines {
      let event = try #require(Reply(line))
      let east = abs((event.number("lon") ?? 0) - Epoch.longitude) * 76_057
      #expect((90...130).contains(east), "\(line)")
      #expect(event.number("blind") == nil, "\(line)")
    }
    #expect(picket.end().status == 0)
    #expect(picket.events.count == 2)
    #expect(!picket.output.contains("jump"))
  }

  @Test(arguments: [Clock.same, .yearAhead])
  func onlyTheConfiguredReceiverCounts(_ clock: Clock) async throws {
    let gpsd = try await GPSDaemon(receivers: 2)
    let picket = try await Self.play(clock, on: gpsd, device: gpsd.devices[0])
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let blind = picket.eventLines.map { Reply($0)?.number("blind") }
    #expect(blind[0] != nil)
    #expect(blind[1] == nil)
    #expect(picket.end().status == 0)
    #expect(picket.events.count == 2)
    #expect(!picket.output.contains("jump"))
  }

  @Test func receiverWithoutAFixHidesNoOther() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10)
    await gpsd.accept()
    for epoch in Epoch.ride {
      gpsd.report(epoch)
      gpsd.report(Epoch(second: epoch.second, east: nil), device: "/dev/indoors")
    }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let status = try await ControlTalk(picket).ask(#"{"do":"status"}"#)
    #expect(status.text("device") == "/dev/gps", "\(status.text)")
    #expect(picket.end().status == 0)
    #expect(!picket.log.contains("no fix"), "\(picket.log)")
  }

  /// The first receiver reports until 35 s and from 70 s on, the second one between.
  private static func play(
    _ clock: Clock, on gpsd: GPSDaemon, device: String?
  ) async throws -> PicketProcess {
    let picket = try PicketProcess(
      port: gpsd.port, regions: regions, speed: speed, device: device)
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let start = ContinuousClock.now
    for epoch in ride {
      let wait = Duration.seconds(epoch.second / speed) - start.duration(to: .now)
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      if (35..<70).contains(epoch.second) {
        gpsd.send(epoch.sentences(date: clock.date, ahead: clock.ahead), from: 1)
      } else {
        gpsd.send(epoch.sentences)
      }
    }
    return picket
  }
}
