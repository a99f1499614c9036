internal import Base
package import Geofence

/// Patterns that play together, one on each output.
package struct Signal: Hashable, Sendable {
  /// The order in which waiting signals are played.
  package enum Priority: Int, Comparable, Sendable {
    /// The controller cannot watch regions, or can again.
    case safety
    /// An event.
    case event
    /// An answer to the carrier, a greeting or a reminder.
    case notice

    /// Whether the left priority is played first.
    package static func < (left: Priority, right: Priority) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A moment at which an output changes its level.
  struct LevelChange: Hashable, Sendable {
    /// The time since the start of the signal.
    let after: Duration
    /// The name of the output.
    let output: String
    /// The level from then on.
    let level: Level
  }

  /// The name, such as `enter`.
  package let name: String

  /// The patterns by the name of their output.
  package let patterns: [String: Pattern]

  /// The duration of the longest pattern.
  package let duration: Duration

  /// The edges of all outputs in the order of time, sorted once instead of at each play.
  let edges: [LevelChange]

  /// Creates a signal.
  package init(name: String, patterns: [String: Pattern]) {
    self.name = name
    self.patterns = patterns
    duration = patterns.values.map(\.duration).max() ?? .zero
    edges = patterns.flatMap { output, pattern in
      pattern.edges.map { LevelChange(after: $0.after, output: output, level: $0.level) }
    }.sorted { ($0.after, $0.output) < ($1.after, $1.output) }
  }

  /// The priority that follows from the name when the signal announces no event.
  package var priority: Priority {
    switch name {
    case "blind", "sighted", "fault", "backlog": .safety
    case "enter", "exit", "dwell", "speeding", "speedOK", "cross", "again": .event
    default: .notice
    }
  }

  /// Whether the signal reminds of a state that continues.
  var isReminder: Bool { name == "reminder" || name == "last_reminder" }

  /// The signals of a controller whose configuration names none, by name.
  package static let defaults: [String: Signal] = [
    "enter": ["buzzer": "short short", "led": "2000"],
    "exit": ["buzzer": "long", "led": "1000"],
    "dwell": ["buzzer": "short short short", "led": "100/100 x10"],
    "speeding": ["buzzer": "long short long", "led": "250/250 x4"],
    "speedOK": ["buzzer": "short long short", "led": "250/250 x2"],
    "cross": ["buzzer": "short short long", "led": "250/250 x3"],
    "again": ["buzzer": "long short", "led": "500/150 100"],
    "reminder": ["buzzer": "short pause short", "led": "100/400 x3"],
    "last_reminder": ["buzzer": "short pause short pause long", "led": "100/400 100/400 1000"],
    "blind": ["buzzer": "long pause long", "led": "50/450 x4"],
    "sighted": ["buzzer": "short", "led": "500"],
    "fault": ["buzzer": "long long long", "led": "500/150 x3"],
    "backlog": ["buzzer": "50/50 x10", "led": "50/50 x10"],
    "ready": ["buzzer": "short", "led": "500/500 x2"],
    "mark": ["buzzer": "short long", "led": "100/150 500"],
    "inside": ["buzzer": "50/100 x2", "led": "600"],
    "outside": ["buzzer": "300", "led": "300"],
    "unknown": ["buzzer": "50/100 x4", "led": "50/100 x4"],
  ].reduce(into: [:]) { signals, named in
    // A test checks that every one of them is a pattern.
    let patterns = named.value.compactMapValues { try? Pattern($0) }
    signals[named.key] = Signal(name: named.key, patterns: patterns)
  }
}

/// A signal that has begun, and its cause, for a person.
package struct PlayedSignal: Hashable, Sendable {
  /// The signal.
  package let signal: Signal

  /// What the signal is about, such as `enter crossroads`; the signal's name without one.
  package let cause: String

  /// Creates a signal that has begun.
  ///
  /// - Parameter events: The number of events that it announces: 0 for another signal.
  init(_ signal: Signal, cause: String?, events: Int) {
    self.signal = signal
    let cause = cause ?? signal.name
    self.cause = events > 1 ? "\(cause) and \(events - 1) more" : cause
  }

  /// The patterns and the cause on one line: `short short · led 2 s (enter crossroads)`.
  ///
  /// - Parameter isSilent: Whether buzzers are silent.
  package func words(on outputs: [Output], isSilent: Bool) -> String {
    let played = outputs.filter { signal.patterns[$0.name] != nil }
    let buzzers = played.count { $0.kind == .buzzer }
    let parts = played.compactMap { output -> String? in
      guard let pattern = signal.patterns[output.name] else { return nil }
      guard output.kind == .buzzer else { return "\(output.name) \(pattern.words)" }
      let words = isSilent ? "silent" : pattern.words
      return buzzers > 1 ? "\(output.name) \(words)" : words
    }
    return "\(parts.joined(separator: " · ")) (\(cause))"
  }
}

/// The states of all regions as signals, which a very long press requests.
package enum Readout {
  /// The most signals that a carrier is expected to count.
  package static let most = 8

  /// The names of the signals that announce the states, in their order.
  ///
  /// Up to eight regions are announced one by one, in the order of their
  /// identifiers. Of more regions, only those that the carrier is inside of are
  /// announced, at most the first eight. If the carrier is inside of none, one
  /// `outside` is played, or one `unknown` when the state of any region is unknown or unsure.
  package static func signals(of regions: [(id: String, state: RegionState)]) -> [String] {
    // A carrier that cannot look has no other signal for a state that may no longer hold.
    let states = regions.sorted { $0.id < $1.id }.map { $0.state == .unsure ? .unknown : $0.state }
    if 1...most ~= states.count { return states.map(\.rawValue) }
    let inside = states.filter { $0 == .inside }.prefix(most)
    let none = states.contains(.unknown) ? RegionState.unknown : .outside
    return (inside.isEmpty ? [none] : Array(inside)).map(\.rawValue)
  }
}
