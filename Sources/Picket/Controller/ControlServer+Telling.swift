internal import Geofence
internal import Notation
internal import Outputs

/// What the clients that watch receive besides what the journal has.
extension ControlServer {
  /// Tells them of an output that has another level.
  func tell(_ output: String, _ level: Level) {
    guard isWatched else { return }
    tell(.output) {
      var line = JSONLine()
      line.add("output", output)
      line.add("active", level.isActive)
      return line.text
    }
  }

  /// Tells them of the fix that the last line had, if it had one.
  func tellFix(of path: borrowing FixPath<RegionMonitor>) {
    guard wantsFixes, let (explanation, more) = path.explained(most: Extract.fix.count) else {
      return
    }
    tell(.fix) { explanation.watched(more: more) }
  }
}
