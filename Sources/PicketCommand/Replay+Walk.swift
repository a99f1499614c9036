import ArgumentParser
import Base
import Board
import Desk
import Geofence
import Picket

extension Replay {
  /// Plays the folder of a walk.
  func play(walk path: String) throws {
    let walk: Walk
    var replay: WalkReplay
    let rows: Summary
    let changes: Set<Int>
    do {
      walk = try Walk(path: path)
      let settings = try files.settings(for: walk)
      let configuration = files.config ?? walk.folder.configuration
      replay = try WalkReplay(
        walk, settings: settings,
        outputs: explain ? Configuration.check(path: configuration).configuration.outputs.list : [])
      changes = settings == nil ? walk.regionChanges : []
      let watched = replay.replay.monitor.watching
      rows = Summary(regions: watched.keys.sorted(), cues: CueTally(watched.values))
    } catch let error as Problem {
      Log.write(error)
      throw ExitCode(1)
    } catch let error as Problems {
      Log.writeAll(error.list)
      throw ExitCode(1)
    }
    for notice in replay.notices { Log.write(notice) }
    let console = try Console.ofCommand(json: json || explain, eventsPath: events)
    var text = ReplayText(rows, explain: explain, summary: summary, console)
    var played: [String] = []
    func show(_ findings: [Finding], _ reminders: [Reminder], _ explanation: Explanation?) {
      if compare {
        for case .event(let event) in findings { played.append(event.json) }
        played += reminders.map(\.json)
      }
      text.show(findings, reminders, explanation)
    }
    do {
      try Capture.forEachLine(of: walk.reports) { line in
        let findings = replay.play(line)
        if changes.contains(replay.reports) {
          text.regions.watch(Array(replay.replay.monitor.watching.values))
        }
        let reminders = replay.nextReminders()
        show(findings, reminders, explain || summary ? replay.replay.explanation : nil)
        for one in replay.nextSwitchings() { console.show(json: one.json) }
      }
    } catch let error as UnusableFile {
      console.finish()
      Log.write(.error, error.description)
      throw ExitCode(1)
    }
    let findings = replay.finish()
    show(findings, replay.nextReminders(), nil)
    text.end(replay.replay.tally)
    for words in replay.replay.tally.warnings(of: walk.reports) { Log.write(.warning, words) }
    guard compare else { return }
    try report(walk.differences(to: played, reports: replay.reports))
    let words = played.count.counted("event is that", "events are those")
    console.show("the \(words) of the walk, to the last digit")
    console.finish()
  }

  /// Logs differences, and ends with 1 if there are any.
  private func report(_ differences: [String]) throws {
    guard !differences.isEmpty else { return }
    for difference in differences { Log.write(.error, difference) }
    throw ExitCode(1)
  }
}
