package import Geofence
import Glibc
internal import Notation

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

  /// Has this process take UTC for its time zone.
  package static func useUTC() {
    setenv("TZ", "UTC0", 1)
    tzset()
  }

  /// The date and the time of day there, to the second: 2026-06-03-111431.
  package static func fileName(of time: Timestamp) -> String {
    let local = time.advanced(by: .seconds(offset(at: time))).rfc3339
    return local.prefix(10) + "-" + String(local.dropFirst(11).prefix(8).filter { $0 != ":" })
  }
}

extension Timestamp {
  /// It for a person, in the time zone of the board: 2026-06-03T11:14:31.000+02:00.
  package var local: String {
    let offset = LocalTime.offset(at: self)
    guard offset != 0 else { return rfc3339 }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(offset) / 60
    let zone = "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return advanced(by: .seconds(offset)).rfc3339.dropLast() + zone
  }
}
