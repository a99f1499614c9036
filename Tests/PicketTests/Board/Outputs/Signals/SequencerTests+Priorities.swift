import Board
import Testing

extension SequencerTests {
  @Test func safetyPrecedesEventsAndEventsPrecedeNotices() throws {
    let player = Player()
    let order = ["first", "ready", "exit", "mark", "enter", "sighted", "inside", "dwell", "blind"]
    // Each signal has its own length.
    for (index, name) in order.enumerated() {
      player.play(try Signal(name, ["buzzer": "\(index + 1)0"]))
    }
    player.run()
    let edges = player.changes.map(\.0)
    let durations = stride(from: 0, to: edges.count, by: 2).map {
      order[(edges[$0 + 1] - edges[$0]) / 10 - 1]
    }
    #expect(
      durations == [
        "first", "sighted", "blind", "exit", "enter", "dwell", "ready", "mark", "inside",
      ])
  }

  @Test func signalOfAnEventHasEventPriority() throws {
    let player = Player()
    player.play(try Signal("ready", ["buzzer": "100"]))
    player.play(try Signal("enter", ["led": "100"]), event: 1)
    player.play(try Signal("blind", ["buzzer": "100"]), event: 2)
    player.play(try Signal("siren", ["lamp": "100"]), event: 3)
    player.play(try Signal("exit", ["led": "100"]), event: 4)
    player.run()
    #expect(player.sounded == ["buzzer", "led", "buzzer", "lamp", "led"])
  }

  @Test func playingSignalIsNotCutShort() throws {
    let player = Player()
    player.play(try Signal("mark", ["led": "1000"]))
    _ = player.ask(at: 500)
    player.play(try Signal("blind", ["buzzer": "100"]))
    player.run()
    #expect(player.log == ["0 led on", "1000 led off", "1300 buzzer on", "1400 buzzer off"])
  }

  @Test func pressEndsOnlyAnEarlierSignal() throws {
    let player = Player()
    player.play(try Signal("enter", ["buzzer": "100/150"]), event: 1)
    player.play(try Signal("exit", ["buzzer": "400"]), event: 2)
    // The first signal has ended, and the second has begun, before the button was released.
    for milliseconds in [100, 550] { _ = player.ask(at: milliseconds) }
    player.acknowledge(pressed: 80, at: 600)
    #expect(player.sequencer.unsounded == [2])
    player.acknowledge(pressed: 550, at: 650)
    #expect(player.sequencer.unsounded.isEmpty)
  }

  @Test func acknowledgingStartsTheNextSignal() throws {
    let player = Player()
    player.acknowledge(at: 0)
    player.play(try Signal("enter", ["buzzer": "5000", "led": "2000"]), event: 1)
    player.play(try Signal("exit", ["led": "400"]), event: 2)
    player.acknowledge(at: 150)
    #expect(player.sequencer.unsounded == [2])
    player.acknowledge(at: 250)
    #expect(player.sequencer.isIdle)
    #expect(
      player.log == [
        "0 buzzer on", "0 led on", "150 buzzer off", "250 led off",
      ])
    #expect(player.sequencer.deadline == nil)
  }

  @Test func backlogIsReportedOnce() throws {
    let player = Player(backlog: try Signal("backlog", ["lamp": "50"]))
    let enter = try Signal("enter", ["buzzer": "100"])
    player.play(enter, event: 0)
    for number in 1...8 { player.play(enter, event: number) }
    #expect(!player.sequencer.isBehind)
    for number in 9...20 {
      player.play(enter, event: number)
      #expect(player.sequencer.isBehind)
    }
    while player.sequencer.unsounded.count > 1 {
      #expect(player.sequencer.isBehind)
      player.run(until: player.sequencer.unsounded.count - 1)
    }
    #expect(!player.sequencer.isBehind)
    player.run()
    // Safety comes before the waiting events.
    #expect(player.sounded.prefix(3) == ["buzzer", "lamp", "buzzer"])
    #expect(player.sounded.count { $0 == "lamp" } == 1)
    #expect(player.sounded.count { $0 == "buzzer" } == 21)

    for number in 30...45 { player.play(enter, event: number) }
    player.run()
    #expect(player.sounded.count { $0 == "lamp" } == 2)
  }

  @Test func noticesDoNotCountAsBacklog() throws {
    let player = Player(backlog: try Signal("backlog", ["lamp": "50"]))
    for _ in 0..<40 { player.play(try Signal("inside", ["buzzer": "100"])) }
    #expect(!player.sequencer.isBehind)
    player.run()
    #expect(player.sounded.count == 40)
  }

  @Test func equalSignalsMergeFromAThousandOn() throws {
    let player = Player()
    let enter = try Signal("enter", ["buzzer": "100"])
    let exit = try Signal("exit", ["led": "100"])
    for number in 0..<10_000 { player.play(number.isMultiple(of: 2) ? enter : exit, event: number) }
    player.play(try Signal("blind", ["lamp": "100"]))
    #expect(player.sequencer.unsounded == Array(0..<10_000))
    player.run()
    #expect(player.sequencer.unsounded.isEmpty)
    #expect(player.sounded.count == 1002)
    #expect(player.sounded[1] == "lamp")
  }
}

extension Player {
  /// Calls the sequencer at each deadline until this many events are left.
  func run(until left: Int) {
    while sequencer.unsounded.count > left, let deadline = sequencer.deadline {
      _ = ask(at: Int((Self.start.duration(to: deadline) / .milliseconds(1)).rounded(.up)))
    }
  }
}
