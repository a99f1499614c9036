package import Geofence
import Glibc

/// The time zone of the board.
package enum LocalTime {
  /// How many seconds clocks there are ahead of UTC at a time.
  ///
  /// The corresponding C function is `localtime_r`.
  package static func offset(at time: Timestamp) -> Int {
    var seconds = time_t(time.nanoseconds / 1_000_000_000)
    var local = tm()
    // Without a zone that it knows it says UTC.
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Finds out which zone it is now: it is looked for once, and `timedatectl` may name another.
  ///
  /// The corresponding C function is `tzset`.
  package static func readAgain() { tzset() }

  /// The date and the time of day there, to the second: 2026-06-03-111431.
  package static func fileName(of time: Timestamp) -> String {
    let local = time.advanced(by: .seconds(offset(at: time))).rfc3339
    return local.prefix(10) + "-" + String(local.dropFirst(11).prefix(8).filter { $0 != ":" })
  }
}
