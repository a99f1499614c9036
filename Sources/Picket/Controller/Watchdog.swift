internal import Base
internal import Geofence

/// The service manager's watchdog, which restarts a service that stops reporting.
struct Watchdog {
  /// The time of the next report; `nil` without a watchdog.
  private(set) var deadline: Instant?

  /// Starts to report.
  init(at now: Instant) {
    deadline = Self.next(after: now)
  }

  /// Reports if that is due.
  mutating func deadlineReached(at now: Instant) {
    guard let due = deadline, due <= now else { return }
    Systemd.notify("WATCHDOG=1")
    deadline = Self.next(after: now)
  }

  private static func next(after now: Instant) -> Instant? {
    Systemd.watchdogInterval.map { now.advanced(by: $0 / 2) }
  }
}
