import Desk

/// A rule whose events are scored on the same recordings as Picket's.
struct ReferenceRule: Sendable {
  /// Its name in the tables.
  let name: String

  /// The setting with which it plays a walk.
  let setting: Setting

  /// Picket's own rule with the default configuration.
  static let picket = Setting(cushion: 0, linger: .zero)

  /// The other rules: 10 m past the border, at once or for some seconds, and the plain rule.
  ///
  /// Core Location seems to require about 10 m for 10 s. Picket started from the plain rule.
  static let all = [
    ReferenceRule(name: "10 m", setting: raw(.zero)),
    ReferenceRule(name: "10 m for 5 s", setting: raw(.seconds(5))),
    ReferenceRule(name: "10 m for 10 s", setting: raw(.seconds(10))),
    ReferenceRule(
      name: "plain rule", setting: Setting(cushion: 0, linger: .zero, rule: .plain)),
  ]

  private static func raw(_ linger: Duration) -> Setting {
    Setting(cushion: 10, linger: linger, rule: .raw)
  }
}
