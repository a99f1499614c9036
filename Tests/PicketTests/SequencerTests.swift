import Geofence
import Testing

@testable import Picket

struct SequencerTests {
  @Test func theEdgesOfASignalComeAtTheirTimes() throws {
    let player = Player()
    player.play(try Self.signal("enter", ["buzzer": "100/150 100/150", "led": "400"]))
    player.run()
    #expect(
      player.told == [
        "0 buzzer on", "0 led on", "100 buzzer off", "250 buzzer on", "350 buzzer off",
        "400 led off",
      ])
    // It lasts until its last pause is over.
    #expect(player.milliseconds == 500)
    #expect(player.sequencer.isIdle)
  }

  @Test func twoSignalsComeOneAfterTheOther() throws {
    let player = Player()
    player.play(try Self.signal("enter", ["buzzer": "100/150"]))
    player.play(try Self.signal("exit", ["buzzer": "500/150"]))
    player.play(try Self.signal("dwell", ["led": "50"]))
    #expect(player.sequencer.current == "enter")
    player.run()
    #expect(
      player.told == [
        "0 buzzer on", "100 buzzer off", "250 buzzer on", "750 buzzer off", "900 led on",
        "950 led off",
      ])
    #expect(player.sequencer.current == nil)
  }

  @Test func aPatternCanBeginWithAPause() throws {
    let player = Player()
    player.play(try Self.signal("late", ["buzzer": "pause 100"]))
    player.run()
    #expect(player.told == ["500 buzzer on", "600 buzzer off"])
  }

  @Test func whatPlaysOnTwoOutputsEndsWithTheLonger() throws {
    let player = Player()
    player.play(try Self.signal("one", ["buzzer": "100", "led": "2000"]))
    player.play(try Self.signal("two", ["buzzer": "100"]))
    player.run()
    #expect(player.told.last == "2100 buzzer off")
  }

  @Test func aSignalWithoutPatternsTakesNoTime() throws {
    let player = Player()
    for number in 0..<100 { player.play(Signal(name: "none", patterns: [:]), event: number) }
    #expect(player.sequencer.isIdle)
    #expect(player.sequencer.unsounded.isEmpty)
    player.play(try Self.signal("some", ["buzzer": "100"]))
    player.play(Signal(name: "none", patterns: [:]))
    player.play(try Self.signal("more", ["buzzer": "100"]))
    player.run()
    #expect(
      player.told == ["0 buzzer on", "100 buzzer off", "100 buzzer on", "200 buzzer off"])
  }

  @Test func nothingIsDueWhenNothingPlays() throws {
    let player = Player()
    #expect(player.sequencer.deadline == nil)
    #expect(player.sequencer.isIdle)
    player.play(try Self.signal("one", ["buzzer": "100"]))
    #expect(player.sequencer.deadline == Player.start.advanced(by: .milliseconds(100)))
    player.run()
    #expect(player.sequencer.deadline == nil)
    #expect(player.ask(at: 10_000).isEmpty)
  }

  @Test func askedTooSoonItChangesNothing() throws {
    let player = Player()
    player.play(try Self.signal("one", ["buzzer": "100/100"]))
    for milliseconds in [0, 50, 99] { #expect(player.ask(at: milliseconds).isEmpty) }
    #expect(player.ask(at: 100) == ["buzzer off"])
    #expect(player.ask(at: 199).isEmpty)
    #expect(!player.sequencer.isIdle)
    #expect(player.ask(at: 200).isEmpty)
    #expect(player.sequencer.isIdle)
  }

  @Test func aLittleLateTheRestComesInTime() throws {
    let player = Player()
    player.play(try Self.signal("one", ["buzzer": "100/100 100"]))
    #expect(player.ask(at: 118) == ["buzzer off"])
    #expect(player.sequencer.deadline == Player.start.advanced(by: .milliseconds(200)))
  }

  @Test func muchTooLateTheRestIsPutOffAndNotSqueezed() throws {
    let player = Player()
    player.play(try Self.signal("one", ["buzzer": "100/100 100/50", "led": "150"]))
    player.play(try Self.signal("two", ["buzzer": "100"]))
    #expect(player.ask(at: 1100) == ["buzzer off"])
    #expect(player.ask(at: 1149).isEmpty)
    #expect(player.ask(at: 1150) == ["led off"])
    #expect(player.ask(at: 1200) == ["buzzer on"])
    #expect(player.ask(at: 1500) == ["buzzer off"])
    // The pause after it is kept as well, and then the next comes when it is asked for.
    #expect(player.ask(at: 1549).isEmpty)
    #expect(player.ask(at: 2000) == ["buzzer on"])
    #expect(player.ask(at: 2099).isEmpty)
    #expect(player.ask(at: 2100) == ["buzzer off"])
  }

  @Test func whenItIsAskedLateEveryBeepIsAtLeastAsLongAsItShouldBe() throws {
    for seed in 1...200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let player = Player()
      for number in 0..<3 {
        player.play(
          try Self.signal("\(number)", ["buzzer": "100/150 x3", "led": "70/80 200/10"]))
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

  @Test func stoppingMakesWhatIsActiveInactive() throws {
    let player = Player()
    player.play(try Self.signal("one", ["buzzer": "100/100", "led": "500", "lamp": "pause 500"]))
    player.play(try Self.signal("two", ["buzzer": "100"]))
    #expect(player.stop() == ["buzzer off", "led off"])
    #expect(player.sequencer.isIdle)
    #expect(player.sequencer.unsounded.isEmpty)
    #expect(player.stop().isEmpty)
    #expect(player.ask(at: 10_000).isEmpty)
    player.play(try Self.signal("three", ["buzzer": "100"]))
    #expect(player.sequencer.current == "three")
  }

  @Test func anEventIsUnsoundedUntilItsSignalHasEnded() throws {
    let player = Player()
    player.play(try Self.signal("enter", ["buzzer": "100/150"]), event: 7)
    player.play(try Self.signal("blind", ["buzzer": "100/150"]))
    player.play(try Self.signal("exit", ["buzzer": "100/150"]), event: 8)
    #expect(player.sequencer.unsounded == [7, 8])
    _ = player.ask(at: 100)
    #expect(player.sequencer.unsounded == [7, 8])
    _ = player.ask(at: 250)
    #expect(player.sequencer.unsounded == [8])
    player.run()
    #expect(player.sequencer.unsounded.isEmpty)
  }

  private static func signal(_ name: String, _ patterns: [String: String]) throws -> Signal {
    Signal(name: name, patterns: try patterns.mapValues { try Pattern($0) })
  }
}

/// A sequencer on a clock of milliseconds, and what came of it.
private final class Player {
  static let start = Instant(.seconds(77))

  private(set) var sequencer = Sequencer()
  private(set) var milliseconds = 0
  private(set) var changes: [(Int, Sequencer.Change)] = []

  private var now: Instant { Self.start.advanced(by: .milliseconds(milliseconds)) }

  /// The changes as text, with their milliseconds.
  var told: [String] { changes.map { "\($0.0) \(Self.text($0.1))" } }

  func play(_ signal: Signal, event: Int? = nil) {
    take(sequencer.play(signal, event: event, at: now))
  }

  func ask(at milliseconds: Int) -> [String] {
    self.milliseconds = milliseconds
    let made = sequencer.deadlineReached(at: now)
    take(made)
    return made.map(Self.text)
  }

  func stop() -> [String] {
    sequencer.stop().map(Self.text)
  }

  /// Asks at each deadline, or so many milliseconds later, until nothing is due.
  func run(late: () -> Int = { 0 }) {
    while let deadline = sequencer.deadline {
      let due = Self.start.duration(to: deadline) / .milliseconds(1)
      _ = ask(at: max(milliseconds, Int(due.rounded(.up))) + late())
    }
  }

  private func take(_ made: [Sequencer.Change]) {
    changes += made.map { (milliseconds, $0) }
  }

  private static func text(_ change: Sequencer.Change) -> String {
    "\(change.output) \(change.level.isActive ? "on" : "off")"
  }
}
