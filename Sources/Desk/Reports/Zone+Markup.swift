internal import Geofence
internal import System

extension Zone {
  /// The same time in UTC as markup, to be put behind the local one; empty where that is UTC.
  func utcBeside(_ time: Timestamp) -> String {
    offset(time) == 0 ? "" : " <small>\(Zone.utc.timeOfDay(time))Z</small>"
  }
}
