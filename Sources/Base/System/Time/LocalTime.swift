package import Geofence
import Glibc
import Synchronization

/// The time zone of the board.
package enum LocalTime {
  /// The seconds by which the board's zone is ahead of UTC at a time.
  ///
  /// The corresponding C function is `localtime_r`.
  package static func offset(at time: Timestamp) -> Int {
    var seconds = time_t(time.nanoseconds / 1_000_000_000)
    var local = tm()
    // Without a known zone it is UTC.
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Reads the zone again: the C library reads it once, and `timedatectl` may change it.
  ///
  /// The corresponding C function is `tzset`.
  package static func readAgain() { tzset() }

  // TZ is not set for this: quiet hours and the names of walks still use the board's zone.
  private static let isUTCShown = Atomic(false)

  /// Shows times to a person in UTC from now on.
  package static func showUTC() { isUTCShown.store(true, ordering: .relaxed) }

  /// The zone of the board.
  package static let zone = Zone(offset: offset)

  /// The zone of times for a person: the board's, or UTC if that is wanted.
  package static var shownZone: Zone { isUTCShown.load(ordering: .relaxed) ? .utc : zone }

  /// The local date and time of day, to the second: 2026-06-03-111431.
  package static func fileName(of time: Timestamp) -> String {
    let local = time.advanced(by: .seconds(offset(at: time))).rfc3339
    return local.prefix(10) + "-" + String(local.dropFirst(11).prefix(8).filter { $0 != ":" })
  }
}

extension Timestamp {
  /// The time for a person, in the time zone of the board: 2026-06-03T11:14:31.000+02:00.
  package var local: String { LocalTime.shownZone.text(self) }
}

extension String {
  /// A text of Picket's own, its times converted for a person.
  package var withLocalTimes: String { withTimes(in: LocalTime.shownZone) }

  /// A text of Picket's own, its times converted to a zone.
  package func withTimes(in zone: Zone) -> String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      let time = word.last == ":" ? word.dropLast() : word
      guard let stamp = Timestamp(rfc3339: String(time)) else { return String(word) }
      return zone.text(stamp) + word.dropFirst(time.count)
    }.joined(separator: " ")
  }
}
