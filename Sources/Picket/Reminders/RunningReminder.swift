package import Geofence

/// The running reminders of one region, for `status`.
package struct RunningReminder: Hashable, Sendable {
  /// The identifier of the region.
  package let region: String

  /// The number of reminders that have come.
  package let count: Int

  /// The number of reminders before the last one.
  package let most: Int

  /// The time of the next reminder; `nil` while no position can be trusted.
  package let due: Instant?
}
