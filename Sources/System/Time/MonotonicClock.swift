package import Geofence
import Glibc

/// The clock that durations are measured on: it is never set, and counts during a suspend.
package enum MonotonicClock {
  /// The present instant; the corresponding C function is `clock_gettime(CLOCK_BOOTTIME)`.
  package static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  /// The time since the start of the board.
  package static var uptime: Duration { Instant(.zero).duration(to: now) }

  /// The microseconds of `CLOCK_MONOTONIC`, which systemd needs for a reload.
  package static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
