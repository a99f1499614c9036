import ArgumentParser
import Desk
import Geofence
import Notation
import Picket
import Receiver
import System

/// The folder of a walk.
extension Report {
  /// What a walk came to, or an end with what is wrong with it.
  func recorded(_ path: String) throws -> (Account, RegionMonitor) {
    do {
      let walk = try Walk(path: path)
      let replayed = try ReplayedWalk(walk, title: title, settings: files.settings(for: walk))
      for notice in replayed.notices { Log.write(notice) }
      warn(of: replayed.tally.unreadable, in: walk.reports)
      return (replayed.account, replayed.monitor)
    } catch let error as Problem {
      Log.write(error)
    } catch let error as Problems {
      for problem in error.list { Log.write(problem) }
    } catch let error as UnusableFile {
      Log.write(.error, error.description)
    }
    throw ExitCode(1)
  }
}
