import Desk
import Geofence
import Notation
import Picket
import Receiver
import Reports
import System

extension Report {
  /// The account of a walk's folder; a problem is logged and ends the command.
  ///
  /// - Parameter sense: The sense of regions without their own, in place of the recorded one.
  func recorded(_ path: String, sense: Sense? = nil) throws -> (Account, RegionMonitor) {
    try Problems.orEnd {
      let walk = try Walk(path: path)
      var settings = try files.settings(for: walk, sense: sense)
      if settings == nil, let sense {
        settings = WalkReplay.Settings(
          regions: try walk.regions(sense: sense), blindLimit: walk.start.blindLimit,
          device: walk.start.device)
      }
      let replayed = try ReplayedWalk(
        walk, title: title, settings: settings, isKeeping: hideHome)
      for notice in replayed.notices { Log.write(notice) }
      if let words = replayed.tally.omissions(of: walk.reports) { Log.write(.warning, words) }
      return (replayed.account, replayed.monitor)
    }
  }
}
