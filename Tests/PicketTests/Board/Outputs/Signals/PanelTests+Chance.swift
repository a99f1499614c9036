@testable import Board
import Geofence
import Picket
import Testing

extension PanelTests {
  @Test(arguments: 1...100)
  func everySoundEndsUnderRandomActions(_ seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    let carrier = try Carrier()
    for _ in 0..<300 { try carrier.act(&chance) }
    #expect(carrier.seemsRight)
    // After a stop at any time, no line is active.
    carrier.apply(carrier.panel.stop())
    #expect(carrier.levels.values.allSatisfy { !$0.isActive })
    #expect(carrier.panel.deadline == nil)
  }

  @Test(arguments: 1...20)
  func eventsAreAnnouncedInOrder(_ seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    let carrier = try Carrier()
    for _ in 0..<500 { try carrier.act(&chance) }
    while !carrier.panel.isIdle { carrier.wait() }
    #expect(carrier.panel.unsounded.isEmpty)
    #expect(!carrier.panel.isBehind)
    #expect(carrier.events > 50)
    #expect(carrier.announced == Array(0..<carrier.events))
    #expect(carrier.seemsRight)
  }
}

/// A carrier that acts at random times and watches the outputs.
private final class Carrier {
  var panel: Panel
  private(set) var levels: [String: Level] = [:]
  private(set) var events = 0
  /// The events that the lamp announced, each with a different pitch.
  private(set) var announced: [Int] = []
  private(set) var seemsRight = true

  private var now = Instant(.seconds(5))
  private var since: [String: Instant] = [:]
  private var isQuiet: Bool { panel.isQuiet(at: now) }

  init() throws {
    var configuration = Configuration()
    configuration.outputs.list[1].showsStatus = true
    var lamp = Output(name: "lamp")
    lamp.kind = .light
    lamp.pwm = PWMSettings(device: "lamp")
    var flag = Output(name: "flag")
    flag.kind = .light
    flag.holdsInside = .some(classes: ["a"])
    configuration.outputs.list += [lamp, flag, Output(name: "bell")]
    configuration.outputs.quiet.hours = try QuietHours("22:00", "06:00")
    panel = Panel(configuration.outputs) { _ in 7200 }
  }

  func act(_ chance: inout SeededGenerator) throws {
    func one<Choice>(_ choices: [Choice]) -> Choice {
      choices[Int.random(in: 0..<choices.count, using: &chance)]
    }
    let texts = ["short", "long x3", "10000 x3", "pause 5", "1/1 x100", "30/40 10000"]
    switch Int.random(in: 0..<14, using: &chance) {
    case 0...2:
      let signal = try Signal(
        one(["enter", "exit", "blind"]),
        ["lamp": "10@\(20 + events)", one(["buzzer", "bell", "flag", "led"]): one(texts)])
      events += 1
      apply(panel.play(signal, event: events - 1, at: now))
    case 3:
      let signal = try Signal(
        one(["blind", "mark", "backlog"]), [one(["buzzer", "bell", "flag"]): one(texts)])
      apply(panel.play(signal, at: now))
    case 4:
      // The next signal may begin where the previous one was cut off.
      for output in since.keys { since[output] = now }
      apply(panel.acknowledge(pressed: now, at: now))
    case 5: apply(panel.show(one(LightStatus.allCases), at: now))
    case 6:
      apply(panel.hold(one([[:], ["flag": .inside]]), at: now))
    case 7:
      let end = Bool.random(using: &chance) ? now.advanced(by: .seconds(20)) : nil
      apply(panel.mute(until: end, at: now))
    case 8: apply(panel.unmute(at: now))
    case 9:
      // Sometimes just before the hour.
      let time = Int64.random(in: 0..<86_400 * 4, using: &chance)
      let clock = WallClock(
        Timestamp(nanoseconds: (time / 4 / 14_400 * 14_400 - time % 4) * 1_000_000_000), at: now)
      apply(panel.set(clock, at: now))
    default:
      for _ in 0..<Int.random(in: 1...20, using: &chance) { wait() }
    }
    seemsRight = seemsRight && panel.deadline.map { $0 > now } ?? true
  }

  /// Lets the time pass until something is due.
  func wait() {
    guard let deadline = panel.deadline else { return }
    now = deadline
    apply(panel.deadlineReached(at: now))
  }

  func apply(_ changes: [Panel.Change]) {
    for change in changes {
      let output = change.output
      seemsRight = seemsRight && change.level != levels[output] ?? .inactive
      levels[output] = change.level
      if output == "lamp", case .active(let pitch?) = change.level { announced.append(pitch - 20) }
      guard output == "buzzer" || output == "bell" else { continue }
      if let start = since[output] {
        seemsRight = seemsRight && start.duration(to: now) <= Pattern.longest
      }
      since[output] = change.level.isActive ? now : nil
    }
    for (output, start) in since {
      seemsRight = seemsRight && start.duration(to: now) <= Pattern.longest
      if panel.isMuted(at: now) || isQuiet {
        seemsRight = seemsRight && levels[output] == .inactive
      }
    }
    for (output, level) in levels { seemsRight = seemsRight && panel.level(of: output) == level }
  }
}
