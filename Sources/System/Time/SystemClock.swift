internal import CClock
package import Geofence
import Glibc

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
