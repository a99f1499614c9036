import Base
import Board
import Geofence
import Picket
import Testing

/// Quiet hours from 22:00 to 06:00 UTC, and mutes.
extension PanelTests {
  private static func bench() throws -> Bench { Bench(quiet: try quiet("22:00", "06:00")) }

  private static func quiet(_ from: String, _ to: String) throws -> QuietSettings {
    var quiet = QuietSettings()
    quiet.hours = try QuietHours(from, to)
    return quiet
  }

  @Test func backlogIsSilentInQuietHours() throws {
    let bench = try Self.bench()
    let beep = ["buzzer": "100", "led": "200"]
    #expect(bench.set("2026-06-03T21:59:58.750Z").isEmpty)
    var changes = bench.play("enter", beep).map { "0 \($0)" }
    for event in 1...6 { _ = bench.play("exit", beep, event: event) }
    changes += bench.run(until: 3499)
    #expect(
      changes.filter { $0.hasSuffix("buzzer on") } == [
        "0 buzzer on", "500 buzzer on", "1000 buzzer on",
      ])
    #expect(changes.count { $0.hasSuffix("led on") } == 7)
    #expect(bench.run(until: 3500).isEmpty)
    #expect(bench.panel.unsounded.isEmpty)
  }

  @Test func quietHoursCutThePlayingSignal() throws {
    let bench = try Self.bench()
    _ = bench.set("2026-06-03T21:59:59Z")
    _ = bench.play("enter", ["buzzer": "700/200 x3", "led": "5000"], event: 7)
    #expect(
      bench.run(until: 5400) == [
        "700 buzzer off", "900 buzzer on", "1000 buzzer off", "5000 led off",
      ])
    #expect(bench.panel.unsounded.isEmpty)
  }

  @Test func nextSignalSoundsInTheMorning() throws {
    let bench = try Self.bench()
    _ = bench.set("2026-06-04T05:59:59Z")
    #expect(bench.play("enter", ["buzzer": "100/300 x4"]).isEmpty)
    _ = bench.play("exit", ["buzzer": "200"])
    // The rest of a signal does not sound either.
    #expect(bench.run(until: 10_000) == ["1900 buzzer on", "2100 buzzer off"])
  }

  @Test func quietHoursBeginWithoutASignal() throws {
    let bench = try Self.bench()
    #expect(!bench.panel.isQuiet(at: bench.now))
    #expect(bench.panel.deadline == nil)
    _ = bench.set("2026-06-03T21:59:00Z")
    #expect(!bench.panel.isQuiet(at: bench.now))
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(60)))
    // The hours are quiet even before the due changes are made.
    bench.at(60_000)
    #expect(bench.panel.isQuiet(at: bench.now))
    #expect(bench.run(until: 60_000).isEmpty)
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(60 + 8 * 3600)))
    bench.at((60 + 8 * 3600) * 1000)
    #expect(!bench.panel.isQuiet(at: bench.now))
  }

  @Test func correctedClockMovesTheHour() throws {
    let bench = try Self.bench()
    _ = bench.set("2006-10-18T23:00:00Z")
    _ = bench.play("enter", ["buzzer": "10000"])
    #expect(bench.panel.isQuiet(at: bench.now))
    #expect(bench.set("2026-06-03T12:00:00Z").isEmpty)
    #expect(!bench.panel.isQuiet(at: bench.now))
    _ = bench.run(until: 10_300)
    #expect(bench.play("exit", ["buzzer": "200"]) == ["buzzer on"])
    #expect(bench.set("2026-06-03T22:00:00Z") == ["buzzer off"])
  }

  @Test func inaccurateFixMovesTheHourSlightly() throws {
    let bench = try Self.bench()
    for second in 0..<10 {
      bench.at(second * 1000 + second % 3)
      #expect(bench.set("2026-06-03T21:59:0\(second)Z").isEmpty)
      let left = Duration.seconds(60) + .milliseconds(second % 3)
      #expect(bench.panel.deadline == Bench.start.advanced(by: left))
    }
  }

  @Test(arguments: [0.1, 1, 3, 7, 10, 333.3, 1000])
  func hourFollowsTheSpeedOfFixes(_ speed: Double) throws {
    let time = try #require(Timestamp(rfc3339: "2026-06-03T21:59:00.123Z"))
    let clock = WallClock(time, at: Bench.start, speed: speed)
    let hour = try #require(Timestamp(rfc3339: "2026-06-03T22:00:00Z"))
    let instant = clock.instant(of: hour)
    #expect(clock.time(at: instant) >= hour)
    let seconds = Bench.start.duration(to: instant) / .seconds(1)
    #expect(abs(seconds - 59.877 / speed) < 0.000_01)
  }

  @Test func reloadedHoursApplyAtOnce() throws {
    let bench = try Self.bench()
    _ = bench.set("2026-06-03T12:00:00Z")
    _ = bench.play("enter", ["buzzer": "1000"])
    var configuration = Configuration()
    configuration.outputs.quiet = try Self.quiet("11:00", "13:00")
    #expect(bench.apply(configuration) == ["buzzer off"])
    configuration.outputs.quiet = QuietSettings()
    #expect(bench.apply(configuration).isEmpty)
    #expect(!bench.panel.isQuiet(at: bench.now))
    _ = bench.run()
    configuration.outputs.quiet.isAlways = true
    _ = bench.apply(configuration)
    #expect(bench.play("exit", ["buzzer": "100"]).isEmpty)
    #expect(bench.panel.isQuiet(at: bench.now))
  }

  @Test func reloadedZoneAppliesAtOnce() throws {
    let zone = Zone()
    let bench = Bench(quiet: try Self.quiet("22:00", "06:00"), offset: { _ in zone.offset })
    _ = bench.set("2026-06-03T20:00:00Z")
    #expect(!bench.panel.isQuiet(at: bench.now))
    zone.offset = 7200
    var configuration = Configuration()
    configuration.outputs.quiet = try Self.quiet("22:00", "06:00")
    _ = bench.apply(configuration)
    #expect(bench.panel.isQuiet(at: bench.now))
  }

  /// A zone that a test can change; only one test uses it at a time.
  private final class Zone: @unchecked Sendable {
    var offset = 0
  }

  @Test func stoppingForgetsTheHour() throws {
    let bench = try Self.bench()
    _ = bench.set("2026-06-03T21:59:00Z")
    _ = bench.stop()
    #expect(bench.panel.deadline == nil)
  }

  // MARK: Mutes and hours

  /// An action of the carrier that concerns sound.
  enum Deed: Sendable {
    case mute(for: Int)
    case muteForever
    case unmute
  }

  // Deeds by their second after 22:00 or 06:00, and the seconds of -5, 0, 5 to 40 with a sound.
  @Test(
    arguments: [
      ("22:00", [:], [-5]),
      ("06:00", [:], [0, 5, 10, 15, 20, 25, 30, 35, 40]),
      // A mute that ends in quiet hours: the buzzer stays silent.
      ("22:00", [-7: .mute(for: 10)], []),
      ("22:00", [-7: .mute(for: 4)], []),
      ("22:00", [-7: .mute(for: 7)], []),
      ("22:00", [-7: .muteForever, 3: .unmute], []),
      ("22:00", [2: .mute(for: 10)], [-5]),
      // A mute that lasts into the morning.
      ("06:00", [-3: .mute(for: 10)], [10, 15, 20, 25, 30, 35, 40]),
      ("06:00", [-7: .muteForever, 8: .unmute], [10, 15, 20, 25, 30, 35, 40]),
      // A mute that ends before the morning, or with it.
      ("06:00", [-7: .mute(for: 4)], [0, 5, 10, 15, 20, 25, 30, 35, 40]),
      ("06:00", [-7: .mute(for: 7)], [0, 5, 10, 15, 20, 25, 30, 35, 40]),
      ("06:00", [-7: .muteForever, -2: .unmute, 8: .mute(for: 20)], [0, 5, 30, 35, 40]),
      // Several mutes: the last mute counts.
      ("06:00", [-3: .mute(for: 100), 1: .mute(for: 6)], [10, 15, 20, 25, 30, 35, 40]),
    ] as [(String, [Int: Deed], [Int])])
  func muteOrQuietHoursSilence(
    _ hour: String, _ deeds: [Int: Deed], _ expected: [Int]
  ) throws {
    let bench = try Self.bench()
    let isMorning = hour == "06:00"
    _ = bench.set("2026-06-0\(isMorning ? "4T05" : "3T21"):59:50Z")
    var sounded: [Int] = []
    var muteEnd = Int.min
    for second in -9...44 {
      _ = bench.run(until: (second + 10) * 1000)
      switch deeds[second] {
      case .mute(let seconds):
        _ = bench.mute(until: (second + 10 + seconds) * 1000)
        muteEnd = second + seconds
      case .muteForever:
        _ = bench.mute()
        muteEnd = .max
      case .unmute:
        _ = bench.unmute()
        muteEnd = .min
      case nil: break
      }
      // The status agrees with the sound.
      let isMuted = second < muteEnd
      let isQuiet = isMorning == (second < 0)
      #expect(bench.panel.isMuted(at: bench.now) == isMuted, "\(second)")
      #expect(bench.panel.isQuiet(at: bench.now) == isQuiet, "\(second)")
      guard second >= -5, second.isMultiple(of: 5) else { continue }
      let changes = bench.play("exit", ["buzzer": "1000", "led": "1000"])
      #expect(changes.contains("led on"), "\(second)")
      #expect(changes.contains("buzzer on") == !(isMuted || isQuiet), "\(second)")
      if changes.contains("buzzer on") { sounded.append(second) }
    }
    #expect(sounded == expected)
  }
}
