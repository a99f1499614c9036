package import Geofence

/// The running reminders of one region, for `status`.
package struct RunningReminder: Hashable, Sendable {
  /// The identifier of the region.
  package let region: String

  /// How many have come.
  package let count: Int

  /// How many come before the last one.
  package let most: Int

  /// When the next one is due; `nil` while no position can be trusted.
  package let due: Instant?
}
