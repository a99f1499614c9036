internal import Notation

/// By which rule the fixes of a walk are made into events.
package enum Rule: String, CaseIterable, Hashable, Sendable {
  /// Picket's own.
  case evidence

  /// The one with which Picket started: Doppler carries the position, and two metres past
  /// the border count after a run of twenty, else twelve.
  case plain

  /// The fixes as they come: past the border by the cushion, for as long as the linger.
  case raw
}
