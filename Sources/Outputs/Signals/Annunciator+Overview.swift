import Dispatch

extension Annunciator {
  /// How the outputs stand at one moment.
  package struct Overview: Sendable {
    /// One output.
    package struct OutputState: Hashable, Sendable {
      package let name: String
      package let kind: Output.Kind
      package let isActive: Bool
      package let isFaulty: Bool
    }

    package let outputs: [OutputState]
    /// Whether the carrier has muted the buzzers, and how long yet if that ends by itself.
    package let isMuted: Bool
    package let muteLeft: Duration?
    /// Whether these are quiet hours.
    package let isQuiet: Bool
  }
}
