internal import Geofence
internal import Notation
internal import Outputs

/// What those who watch are told, besides what the journal has.
extension Controller {
  /// Tells of an output that took a level.
  func tellWatchers(_ output: String, _ level: Level) {
    guard let control, control.isWatched else { return }
    control.tell(.output) {
      var line = JSONLine()
      line.add("output", output)
      line.add("active", level.isActive)
      return line.text
    }
  }

  /// Tells of a fix and what came of it.
  func tellWatchers(_ fix: Fix, _ verdict: FixFilter.Verdict) {
    guard let control, control.wantsFixes else { return }
    let isTrusted = if case .trusted = verdict { true } else { false }
    let standings = isTrusted ? monitor.standings(most: Extract.fix.count) : ([], 0)
    let explanation = Explanation(
      fix: fix, verdict: verdict, estimate: isTrusted ? monitor.estimate : nil,
      standings: standings.0)
    control.tell(.fix) {
      var line = explanation.line(more: standings.1)
      line.add("eph", fix.eph, decimals: 2)
      line.add("speed", fix.speed, decimals: 2)
      line.add("track", fix.track, decimals: 1)
      return line.text
    }
  }
}
