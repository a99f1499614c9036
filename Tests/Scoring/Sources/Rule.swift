import Desk
import Geofence

/// The rule that finds the events in the fixes of a walk.
enum Rule: String, CaseIterable, Hashable, Sendable {
  /// Picket's own rule.
  case evidence

  /// Picket's first rule: Doppler moves the position, and 2 m past the border are enough after
  /// a run of 20 m, otherwise 12 m.
  case plain

  /// Unfiltered fixes: a crossing is past the border by the cushion, for as long as the linger.
  case raw
}

extension TunedWalk {
  /// The events of the walk by a rule.
  func play(_ setting: Setting, by rule: Rule) -> [Event] {
    guard rule != .evidence else { return play(setting) }
    return play(setting) { PlainMonitor(rule, regions: $0, memory: $1) }
  }
}
