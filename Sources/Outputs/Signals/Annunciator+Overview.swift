import Dispatch

extension Annunciator {
  /// The levels and faults of the outputs at one moment, and whether buzzers are silent.
  package struct Overview: Sendable {
    /// The state of one output.
    package struct OutputState: Hashable, Sendable {
      /// The name by which signals call it.
      package let name: String
      /// Whether it is a buzzer or a light.
      package let kind: Output.Kind
      /// Whether it sounds or is lit.
      package let isActive: Bool
      /// Whether its line cannot be set.
      package let isFaulty: Bool
    }

    /// The outputs in the order of the configuration.
    package let outputs: [OutputState]
    /// Whether the carrier has muted the buzzers.
    package let isMuted: Bool
    /// How long the mute still lasts; `nil` without one or when only `unmute` ends it.
    package let muteLeft: Duration?
    /// Whether these are quiet hours.
    package let isQuiet: Bool
  }
}
