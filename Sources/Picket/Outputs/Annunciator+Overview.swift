import Dispatch
internal import Geofence

extension Annunciator {
  /// How the outputs stand at one moment.
  struct Overview: Sendable {
    /// One output.
    struct Output: Hashable, Sendable {
      let name: String
      let kind: Configuration.Kind
      let isActive: Bool
      let isFaulty: Bool
    }

    let outputs: [Output]
    /// Whether the carrier has muted the buzzers, and how long yet if that ends by itself.
    let isMuted: Bool
    let muteLeft: Duration?
    /// Whether these are quiet hours.
    let isQuiet: Bool
  }
}
