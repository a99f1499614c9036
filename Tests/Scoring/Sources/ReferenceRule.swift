import Desk
import Geofence

/// A rule whose events are scored on the same recordings as Picket's.
struct ReferenceRule: Sendable {
  /// Its name in the tables.
  let name: String

  private let rule: Rule
  private let setting: Setting

  /// Picket's own rule with the default configuration.
  static let picket = Setting(cushion: 0, linger: .zero)

  /// The other rules: 10 m past the border, at once or for some seconds, and the plain rule.
  ///
  /// Core Location seems to require about 10 m for 10 s. Picket started from the plain rule.
  static let all = [
    raw("10 m", .zero), raw("10 m for 5 s", .seconds(5)), raw("10 m for 10 s", .seconds(10)),
    ReferenceRule(name: "plain rule", rule: .plain, setting: picket),
  ]

  /// Unfiltered fixes must be 10 m past the border for this long.
  static func raw(_ name: String, _ linger: Duration) -> ReferenceRule {
    ReferenceRule(name: name, rule: .raw, setting: Setting(cushion: 10, linger: linger))
  }

  /// The events of a walk by the rule.
  func events(of walk: TunedWalk) -> [Event] { walk.play(setting, by: rule) }
}
