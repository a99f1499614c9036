internal import Notation

/// The sound of the approach cue.
package struct CueSettings: Hashable, Sendable {
  /// The patterns of each output by its name, one for each step of the tempo, the farthest first.
  package var patterns: [String: [Pattern]] = Self.defaults

  /// Creates the settings of an empty configuration.
  package init() {}

  /// The number of steps.
  package static let steps = 4

  /// The patterns of a configuration that names none: a beep of 60 ms in ever shorter intervals.
  ///
  /// Drivers preferred a first pause of about half a second; the steps halve it from there.
  package static let defaults: [String: [Pattern]] = {
    // A test checks that every one of them is a pattern.
    let tempo = ["60/940", "60/440", "60/190", "60/65"].compactMap { try? Pattern($0) }
    return ["buzzer": tempo, "led": tempo]
  }()
}
