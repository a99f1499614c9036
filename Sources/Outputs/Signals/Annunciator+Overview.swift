extension Annunciator {
  /// The levels and faults of the outputs at one moment, and whether buzzers are silent.
  package struct Overview: Sendable {
    /// The state of one output.
    package struct OutputState: Hashable, Sendable {
      /// The name by which signals refer to the output.
      package let name: String
      /// The kind of the output, a buzzer or a light.
      package let kind: Output.Kind
      /// Whether the output sounds or is lit.
      package let isActive: Bool
      /// Whether the output's line cannot be set.
      package let isFaulty: Bool
    }

    /// The outputs in the order of the configuration.
    package let outputs: [OutputState]
    /// Whether the carrier has muted the buzzers.
    package let isMuted: Bool
    /// The time left of the mute; `nil` without a mute or when only `unmute` ends it.
    package let muteLeft: Duration?
    /// Whether these are quiet hours.
    package let isQuiet: Bool
  }
}
