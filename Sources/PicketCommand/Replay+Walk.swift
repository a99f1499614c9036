import ArgumentParser
import Desk
import Geofence
import Notation
import Outputs
import Picket
import Receiver
import System

/// The folder of a walk.
extension Replay {
  func play(walk path: String) throws {
    let walk: Walk
    var replay: WalkReplay
    var regions: Summary
    do {
      walk = try Walk(path: path)
      let settings = try files.settings(for: walk)
      replay = try WalkReplay(walk, settings: settings)
      regions = Summary(regions: replay.replay.monitor.regions.keys.sorted())
    } catch let error as Problem {
      Log.write(error)
      throw ExitCode(1)
    } catch let error as Problems {
      for problem in error.list { Log.write(problem) }
      throw ExitCode(1)
    }
    for notice in replay.notices { Log.write(notice) }
    let console = try Console.ofCommand(json: json || explain, eventsPath: events)
    var played: [String] = []
    func note(_ findings: [Finding]) -> [Finding] {
      for case .event(let event) in findings where compare { played.append(event.json) }
      return findings
    }
    do {
      try Capture.forEachLine(of: walk.reports) { line in
        show(note(replay.play(line)), replay.replay.explanation, &regions, console)
      }
    } catch let error as UnusableFile {
      console.finish()
      Log.write(.error, error.description)
      throw ExitCode(1)
    }
    show(note(replay.finish()), nil, &regions, console)
    showEnd(replay.replay.tally, regions, console)
    guard compare else { return }
    let differences = walk.differences(to: played, reports: replay.reports)
    guard differences.isEmpty else {
      for difference in differences { Log.write(.error, difference) }
      throw ExitCode(1)
    }
    console.show("the \(played.count) events are those of the walk, to the last digit")
    console.finish()
  }
}
