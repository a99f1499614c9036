internal import Geofence
internal import Notation
internal import Outputs

/// The lines that watching clients receive besides those of the journal.
extension ControlServer {
  /// Publishes the new level of an output.
  func publish(_ output: String, _ level: Level) {
    guard isWatched else { return }
    publish(.output) {
      var line = JSONLine()
      line.add("output", output)
      line.add("active", level.isActive)
      return line.text
    }
  }

  /// Publishes the fix that the last line had, if it had one.
  func publishFix(of path: borrowing FixPath<RegionMonitor>) {
    guard areFixesWatched, let (explanation, more) = path.explained(most: Extract.fix.count) else {
      return
    }
    publish(.fix) { explanation.watched(more: more) }
  }
}
