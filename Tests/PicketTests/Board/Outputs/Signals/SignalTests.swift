import Board
import Testing

struct SignalTests {
  @Test func builtInSignalsUseBuzzerAndLED() {
    #expect(
      Signal.defaults.keys.sorted() == [
        "again", "backlog", "blind", "cross", "dwell", "enter", "exit", "fault", "inside",
        "last_reminder", "mark", "outside", "ready", "reminder", "sighted", "speedOK", "speeding",
        "unknown",
      ])
    for signal in Signal.defaults.values {
      #expect(Set(signal.patterns.keys) == ["buzzer", "led"], "\(signal.name)")
    }
  }

  @Test func builtInSignalsSoundDifferent() {
    let sounds = Signal.defaults.values.map { $0.patterns["buzzer"] }
    // The signals sighted and ready sound the same.
    #expect(Set(sounds).count == sounds.count - 1)
  }

  @Test func durationFollowsTheLongestPattern() {
    #expect(Signal.defaults["enter"]?.duration == .seconds(2))
    #expect(Signal(name: "quiet", patterns: [:]).duration == .zero)
  }

  @Test(
    arguments: [
      ("blind", .safety), ("sighted", .safety), ("fault", .safety), ("backlog", .safety),
      ("enter", .event), ("exit", .event), ("dwell", .event), ("again", .event),
      ("ready", .notice), ("mark", .notice), ("inside", .notice), ("siren", .notice),
    ] as [(String, Signal.Priority)])
  func priorityFollowsFromTheName(_ name: String, _ priority: Signal.Priority) {
    #expect(Signal(name: name, patterns: [:]).priority == priority)
  }
}
