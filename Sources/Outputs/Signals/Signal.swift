/// What a person hears and sees: a pattern on each of some outputs.
package struct Signal: Hashable, Sendable {
  /// What comes before what among the signals that wait.
  package enum Priority: Int, Comparable, Sendable {
    /// The controller cannot do its work, or can again.
    case safety
    /// An event.
    case event
    /// An answer to the carrier, or a greeting.
    case notice

    /// Whether the left one comes first.
    package static func < (left: Priority, right: Priority) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A moment at which an output takes another level.
  struct Edge: Hashable, Sendable {
    /// How long after the start.
    let after: Duration
    let output: String
    /// The level from then on.
    let level: Level
  }

  /// The name, such as `enter`.
  package let name: String

  /// The patterns by the name of their output.
  package let patterns: [String: Pattern]

  /// How long the signal lasts.
  package let duration: Duration

  /// The edges of all outputs in the order of time: put in order once, not when it has to sound.
  let edges: [Edge]

  /// Creates a signal.
  package init(name: String, patterns: [String: Pattern]) {
    self.name = name
    self.patterns = patterns
    duration = patterns.values.map(\.duration).max() ?? .zero
    edges = patterns.flatMap { output, pattern in
      pattern.edges.map { Edge(after: $0.after, output: output, level: $0.level) }
    }.sorted { ($0.after, $0.output) < ($1.after, $1.output) }
  }

  /// The priority that the signal has by its name when it tells no event.
  package var priority: Priority {
    switch name {
    case "blind", "sighted", "fault", "backlog": .safety
    case "enter", "exit", "dwell", "again": .event
    default: .notice
    }
  }

  /// The signals of a controller whose configuration names none, by name.
  package static let defaults: [String: Signal] = [
    "enter": ["buzzer": "short short", "led": "2000"],
    "exit": ["buzzer": "long", "led": "1000"],
    "dwell": ["buzzer": "short short short", "led": "100/100 x10"],
    "again": ["buzzer": "long short", "led": "500/150 100"],
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
    // A test reads them all: none is left out here.
    let patterns = named.value.compactMapValues { try? Pattern($0) }
    signals[named.key] = Signal(name: named.key, patterns: patterns)
  }
}
