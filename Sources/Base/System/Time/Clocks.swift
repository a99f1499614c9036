internal import CClock
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

/// The system's clock, which may be wrong on a board without a battery for it.
package enum SystemClock {
  /// The time on the system's clock.
  package static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }

  /// Whether a time service such as NTP keeps the system's clock; the corresponding C function is
  /// `adjtimex`.
  package static var isSynchronised: Bool { picket_clock_is_synchronised() }
}
