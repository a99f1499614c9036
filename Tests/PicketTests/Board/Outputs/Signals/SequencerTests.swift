@testable import Board
import Geofence
import Testing

struct SequencerTests {
  @Test func stepShorterThanTheDelayIsPlayed() throws {
    for late in [0, 3, 12, 20, 45] {
      let player = Player()
      player.play(try Signal("tick", ["buzzer": "5/5 x4", "led": "100"]))
      player.run(late: { late })
      #expect(player.sounded.count { $0 == "buzzer" } == 4, "\(late) ms late: \(player.log)")
      let times = player.changes.filter { $0.1.output == "buzzer" }.map(\.0)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 5 }, "\(player.log)")
    }
  }

  @Test func edgesAreAtTheirTimes() throws {
    let player = Player()
    player.play(try Signal("enter", ["buzzer": "100/150 100/150", "led": "400"]))
    player.run()
    #expect(
      player.log == [
        "0 buzzer on", "0 led on", "100 buzzer off", "250 buzzer on", "350 buzzer off",
        "400 led off",
      ])
    // The signal lasts to the end of its last pause; the rest follows.
    #expect(player.milliseconds == 800)
    #expect(player.sequencer.isIdle)
  }

  @Test func mergedSignalsKeepTheLatestEvents() throws {
    var sequencer = Sequencer()
    let signal = try Signal("enter", ["buzzer": "100"])
    for event in 1...12_000 { sequencer.play(signal, event: event, at: Instant(.zero)) }
    // The signal of the first event plays.
    #expect(sequencer.unsounded == [1] + Array(2_001...12_000))
  }

  @Test func numbersOfAllSignalsAreBounded() throws {
    var sequencer = Sequencer()
    let signals = try (0..<9).map { try Signal("region-\($0)", ["buzzer": "100"]) }
    for event in 1...30_000 {
      sequencer.play(signals[event % signals.count], event: event, at: Instant(.zero))
    }
    #expect(sequencer.unsounded == [1] + Array(20_001...30_000))
  }

  @Test func restIsAsLongAsConfigured() throws {
    let player = Player()
    player.sequencer.rest = .zero
    player.play(try Signal("enter", ["buzzer": "100/150"]))
    player.play(try Signal("exit", ["buzzer": "500"]))
    player.run()
    #expect(player.log == ["0 buzzer on", "100 buzzer off", "250 buzzer on", "750 buzzer off"])
  }

  @Test func restSeparatesTwoSignals() throws {
    let player = Player()
    player.play(try Signal("enter", ["buzzer": "100/150"]))
    player.play(try Signal("exit", ["buzzer": "500/150"]))
    player.play(try Signal("dwell", ["led": "50"]))
    player.run()
    #expect(
      player.log == [
        "0 buzzer on", "100 buzzer off", "550 buzzer on", "1050 buzzer off", "1500 led on",
        "1550 led off",
      ])
    #expect(player.sequencer.isIdle)
  }

  @Test func patternCanBeginWithAPause() throws {
    let player = Player()
    player.play(try Signal("late", ["buzzer": "pause 100"]))
    player.run()
    #expect(player.log == ["500 buzzer on", "600 buzzer off"])
  }

  @Test func signalEndsWithItsLongestPattern() throws {
    let player = Player()
    player.play(try Signal("one", ["buzzer": "100", "led": "2000"]))
    player.play(try Signal("two", ["buzzer": "100"]))
    player.run()
    #expect(player.log.last == "2400 buzzer off")
  }

  @Test func signalKeepsItsOutputsDuringItsRest() throws {
    let player = Player()
    #expect(player.sequencer.level(of: "led") == nil)
    player.play(try Signal("one", ["led": "100", "buzzer": "200"]))
    #expect(player.sequencer.level(of: "lamp") == nil)
    for milliseconds in [100, 200, 499] { _ = player.ask(at: milliseconds) }
    #expect(player.sequencer.level(of: "led") == .inactive)
    _ = player.ask(at: 500)
    #expect(player.sequencer.level(of: "led") == nil)
  }

  @Test func eachBeepHasItsPitch() throws {
    let player = Player()
    player.play(try Signal("tune", ["buzzer": "100@880 100@1200 100/50"]))
    #expect(player.sequencer.level(of: "buzzer") == .active(pitch: 880))
    _ = player.ask(at: 100)
    #expect(player.sequencer.level(of: "buzzer") == .active(pitch: 1200))
    _ = player.ask(at: 200)
    #expect(player.sequencer.level(of: "buzzer") == .active(pitch: nil))
  }

  @Test func signalWithoutPatternsTakesNoTime() throws {
    let player = Player()
    for number in 0..<100 { player.play(Signal(name: "none", patterns: [:]), event: number) }
    #expect(player.sequencer.isIdle)
    #expect(player.sequencer.unsounded.isEmpty)
    player.play(try Signal("some", ["buzzer": "100"]))
    player.play(Signal(name: "none", patterns: [:]))
    player.play(try Signal("more", ["buzzer": "100"]))
    player.run()
    #expect(
      player.log == ["0 buzzer on", "100 buzzer off", "400 buzzer on", "500 buzzer off"])
  }

  @Test func nothingIsDueWithoutASignal() throws {
    let player = Player()
    #expect(player.sequencer.deadline == nil)
    #expect(player.sequencer.isIdle)
    player.play(try Signal("one", ["buzzer": "100"]))
    #expect(player.sequencer.deadline == Player.start.advanced(by: .milliseconds(100)))
    player.run()
    #expect(player.sequencer.deadline == nil)
    #expect(player.ask(at: 10_000).isEmpty)
  }

  @Test func earlyDeadlineChangesNothing() throws {
    let player = Player()
    player.play(try Signal("one", ["buzzer": "100/100"]))
    for milliseconds in [0, 50, 99] { #expect(player.ask(at: milliseconds).isEmpty) }
    #expect(player.ask(at: 100) == ["buzzer off"])
    #expect(player.ask(at: 499).isEmpty)
    #expect(!player.sequencer.isIdle)
    #expect(player.ask(at: 500).isEmpty)
    #expect(player.sequencer.isIdle)
  }

  @Test func smallDelayDoesNotAddUp() throws {
    let player = Player()
    player.play(try Signal("one", ["buzzer": "100/100 100"]))
    #expect(player.ask(at: 118) == ["buzzer off"])
    #expect(player.sequencer.deadline == Player.start.advanced(by: .milliseconds(200)))
  }

  @Test func longDelayPostponesTheRest() throws {
    let player = Player()
    player.play(try Signal("one", ["buzzer": "100/100 100/50", "led": "150"]))
    player.play(try Signal("two", ["buzzer": "100"]))
    #expect(player.ask(at: 1100) == ["buzzer off"])
    #expect(player.ask(at: 1149).isEmpty)
    #expect(player.ask(at: 1150) == ["led off"])
    #expect(player.ask(at: 1200) == ["buzzer on"])
    #expect(player.ask(at: 1500) == ["buzzer off"])
    // The rest after the signal is kept as well; then the next change is made at the next call.
    #expect(player.ask(at: 1849).isEmpty)
    #expect(player.ask(at: 2000) == ["buzzer on"])
    #expect(player.ask(at: 2099).isEmpty)
    #expect(player.ask(at: 2100) == ["buzzer off"])
  }

  @Test func lateBeepsKeepTheirLength() throws {
    for seed in 1...200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let player = Player()
      for number in 0..<3 {
        player.play(try Signal("\(number)", ["buzzer": "100/150 x3", "led": "70/80 200/10"]))
      }
      player.run { Int.random(in: 0...90, using: &generator) }
      #expect(player.sequencer.isIdle)
      for (output, shortest) in [("buzzer", 100), ("led", 70)] {
        var since: Int?
        for (milliseconds, change) in player.changes where change.output == output {
          #expect((since == nil) == change.level.isActive, "seed \(seed)")
          if let since { #expect(milliseconds - since >= shortest - 20, "seed \(seed)") }
          since = change.level.isActive ? milliseconds : nil
        }
        #expect(since == nil, "seed \(seed)")
      }
      #expect(player.changes.filter { $0.1.output == "buzzer" }.count == 18)
      #expect(player.changes.filter { $0.1.output == "led" }.count == 12)
    }
  }

  @Test func stoppingEndsEverything() throws {
    let player = Player()
    player.play(try Signal("one", ["buzzer": "100/100", "led": "500", "lamp": "pause 500"]))
    for _ in 0..<20 { player.play(try Signal("two", ["buzzer": "100"]), event: 1) }
    player.stop()
    #expect(player.log.suffix(2) == ["0 buzzer off", "0 led off"])
    #expect(player.sequencer.isIdle)
    #expect(!player.sequencer.isBehind)
    #expect(player.sequencer.unsounded.isEmpty)
    #expect(player.ask(at: 10_000).isEmpty)
    player.play(try Signal("three", ["lamp": "100"]))
    #expect(player.log.last == "10000 lamp on")
  }

  @Test func eventIsUnsoundedUntilItsSignalEnds() throws {
    let player = Player()
    player.play(try Signal("enter", ["buzzer": "100/150"]), event: 7)
    player.play(try Signal("blind", ["buzzer": "100/150"]))
    player.play(try Signal("exit", ["buzzer": "100/150"]), event: 8)
    #expect(player.sequencer.unsounded == [7, 8])
    _ = player.ask(at: 100)
    #expect(player.sequencer.unsounded == [7, 8])
    _ = player.ask(at: 550)
    #expect(player.sequencer.unsounded == [8])
    player.run()
    #expect(player.sequencer.unsounded.isEmpty)
  }
}

/// A sequencer on a clock of milliseconds, and its changes.
final class Player {
  static let start = Instant(.seconds(77))

  var sequencer: Sequencer
  private(set) var milliseconds = 0
  private(set) var changes: [(Int, Panel.Change)] = []
  private var levels: [String: Level] = [:]

  private var now: Instant { Self.start.advanced(by: .milliseconds(milliseconds)) }

  init(backlog: Signal? = nil) {
    sequencer = backlog.map { Sequencer(backlog: $0) } ?? Sequencer()
  }

  /// The changes as text, with their milliseconds.
  var log: [String] { changes.map { "\($0.0) \($0.1.text)" } }

  /// The outputs that became active, in their order.
  var sounded: [String] { changes.filter { $0.1.level.isActive }.map(\.1.output) }

  func play(_ signal: Signal, event: Int? = nil) {
    sequencer.play(signal, event: event, at: now)
    note()
  }

  func ask(at milliseconds: Int) -> [String] {
    self.milliseconds = milliseconds
    let count = changes.count
    sequencer.deadlineReached(at: now)
    note()
    return changes[count...].map(\.1.text)
  }

  func acknowledge(pressed: Int? = nil, at milliseconds: Int) {
    self.milliseconds = milliseconds
    let pressed = pressed.map { Self.start.advanced(by: .milliseconds($0)) }
    sequencer.acknowledge(pressed: pressed ?? now, at: now)
    note()
  }

  func stop() {
    sequencer.stop()
    note()
  }

  /// Calls the sequencer at each deadline, or this many milliseconds later, until nothing is due.
  func run(late: () -> Int = { 0 }) {
    while let deadline = sequencer.deadline {
      let due = Self.start.duration(to: deadline) / .milliseconds(1)
      _ = ask(at: max(milliseconds, Int(due.rounded(.up))) + late())
    }
  }

  private func note() {
    for output in ["buzzer", "lamp", "led"] {
      let level = sequencer.level(of: output) ?? .inactive
      guard level != levels[output] ?? .inactive else { continue }
      levels[output] = level
      changes.append((milliseconds, Panel.Change(output: output, level: level)))
    }
  }
}

extension Panel.Change {
  /// The output and whether it is on.
  var text: String {
    let pitch = if case .active(let pitch?) = level { "@\(pitch)" } else { "" }
    return "\(output) \(level.isActive ? "on" : "off")\(pitch)"
  }
}

extension Signal {
  /// A signal of these patterns.
  init(_ name: String, _ patterns: [String: String]) throws {
    self.init(name: name, patterns: try patterns.mapValues { try Pattern($0) })
  }
}
