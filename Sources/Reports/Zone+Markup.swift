internal import Geofence
internal import System

extension Zone {
  /// The time in UTC, as markup after the local time; empty where the local time is UTC.
  func utcBeside(_ time: Timestamp) -> String {
    offset(time) == 0 ? "" : " <small>\(Zone.utc.timeOfDay(time))Z</small>"
  }

  /// The day and the time, as markup, with the time in UTC beside it.
  func dayAndTime(_ time: Timestamp) -> String {
    "\(day(time)) \(timeOfDay(time))\(utcBeside(time))"
  }
}
