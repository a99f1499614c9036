import Foundation
import Geofence
import Glibc
import Testing

/// A live run on a board whose system clock is set to another year ten times in a second.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ClockJumpTests {
  @Test func jumpingClockChangesNoEventOrDelay() async throws {
    let steady = try await ride(environment: [:])
    let folder = try TemporaryFolder()
    let log = "\(folder.path)/asked"
    let jumping = try await ride(environment: [
      "LD_PRELOAD": Interposer.build("clock"), "CLOCK_LOG": log,
      "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    ])
    #expect(FileManager.default.fileExists(atPath: log), "the jumping clock was never read")
    #expect(steady.events == ["enter ring", "dwell ring", "exit ring"])
    #expect(jumping.events == steady.events)
    #expect(jumping.crossed == steady.crossed)
    for (one, other) in zip(steady.seconds, jumping.seconds) {
      #expect(abs(one - other) < 0.5, "\(steady.seconds) and \(jumping.seconds)")
    }
    #expect(steady.seconds.count == jumping.seconds.count)
    // The light ends after a second, and blindness comes after ten.
    for ride in [steady, jumping] {
      #expect(abs(ride.light - 1) < 0.3, "the light was on for \(ride.light) s")
      #expect(abs(ride.blind - 1.25) < 0.5, "blind after \(ride.blind) s")
      #expect(ride.fed >= 20, "the watchdog was fed \(ride.fed) times")
    }
  }

  /// The results of a ride at ten times real time.
  private struct Ride {
    var events: [String] = []
    var crossed: [String?] = []
    /// The time of the report of each event, in seconds since the start.
    var seconds: [Double] = []
    /// The duration of the light at the entry, in seconds.
    var light = 0.0
    /// The time from the last fix to blindness, in seconds.
    var blind = 0.0
    /// The number of times that the watchdog was fed.
    var fed = 0
  }

  private func ride(environment: [String: String]) async throws -> Ride {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","linger":2.5,"dwell":7.3"#), speed: 10,
      configuration: """
        [signal.enter]
        led = "1000"
        [signal.ready]
        [signal.sighted]
        [signal.dwell]
        buzzer = "10"
        [signal.exit]
        buzzer = "10"
        """, in: folder,
      environment: environment.merging(
        ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "500000"]
      ) { $1 })
    await gpsd.accept()
    var ride = Ride()
    var lit: ContinuousClock.Instant?
    let start = ContinuousClock.now
    func look(at now: ContinuousClock.Instant) {
      ride.fed = manager.messages.count { $0 == "WATCHDOG=1" }
      while ride.seconds.count < picket.events.count {
        ride.seconds.append(start.duration(to: now) / .seconds(1))
      }
      if lit == nil, picket.output.contains("led active") { lit = now }
      if ride.light == 0, let lit, picket.output.contains("led inactive") {
        ride.light = lit.duration(to: now) / .seconds(1)
      }
    }
    for epoch in Epoch.ride {
      while start.duration(to: .now) < .milliseconds(Int(epoch.second) * 100) {
        look(at: .now)
        usleep(5000)
      }
      gpsd.report(epoch)
    }
    let end = ContinuousClock.now
    await eventually("blind") {
      look(at: .now)
      return picket.output.contains("blind: no fix")
    }
    ride.blind = end.duration(to: .now) / .seconds(1)
    ride.events = picket.events
    ride.crossed = picket.eventLines.map { field("crossed", of: $0) }
    #expect(picket.end().status == 0)
    return ride
  }
}
