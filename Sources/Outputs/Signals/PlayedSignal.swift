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
