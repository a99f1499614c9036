/// What a person hears and sees: a pattern on each of some outputs.
package struct Signal: Hashable, Sendable {
  /// The name, such as `enter`.
  package let name: String

  /// The patterns by the name of their output.
  package let patterns: [String: Pattern]

  /// Creates a signal.
  package init(name: String, patterns: [String: Pattern]) {
    self.name = name
    self.patterns = patterns
  }

  /// How long the signal lasts.
  package var duration: Duration {
    patterns.values.map(\.duration).max() ?? .zero
  }

  /// The names of the signals that the controller itself gives.
  package static let builtInNames = ["enter", "exit", "dwell", "blind", "sighted", "ready"]

  /// The signals of a controller whose configuration names none, by name.
  package static let defaults: [String: Signal] = [
    "enter": ["buzzer": "short short", "led": "2000"],
    "exit": ["buzzer": "long", "led": "1000"],
    "dwell": ["buzzer": "short short short", "led": "100/100 x10"],
    "blind": ["buzzer": "long pause long", "led": "50/450 x4"],
    "sighted": ["buzzer": "short", "led": "500"],
    "ready": ["buzzer": "short", "led": "500/500 x2"],
  ].reduce(into: [:]) { signals, named in
    // A test reads them all: none is left out here.
    let patterns = named.value.compactMapValues { try? Pattern($0) }
    signals[named.key] = Signal(name: named.key, patterns: patterns)
  }
}
