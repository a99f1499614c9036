internal import Notation

/// The rule that makes events of the fixes of a walk.
package enum Rule: String, CaseIterable, Hashable, Sendable {
  /// Picket's own.
  case evidence

  /// Picket's first rule: Doppler moves the position, and 2 m past the border are enough after
  /// a run of 20 m, otherwise 12 m.
  case plain

  /// Every fix unchanged: past the border by the cushion, for as long as the linger.
  case raw
}
