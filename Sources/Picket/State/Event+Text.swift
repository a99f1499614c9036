package import Geofence
internal import Notation
internal import Outputs
internal import System

extension Event {
  /// The event as one line of JSON, the same in files, on the socket and on standard output.
  package var json: String { json(positions: .exact) }

  /// The event as one line of JSON that says so exactly where it was.
  ///
  /// - Parameter isWritten: Whether it is in the journal, or is shown before that.
  package func json(positions: Positions, isWritten: Bool = true) -> String {
    let coordinate = positions.shown(coordinate)
    var line = JSONLine()
    line.add("seq", sequence)
    line.add("event", kind.rawValue)
    line.add("region", region)
    line.add("note", note)
    line.add("time", time.rfc3339)
    line.add("crossed", crossed?.rfc3339)
    line.add("detected", detected?.rfc3339)
    line.add("lat", coordinate?.latitude, decimals: 9)
    line.add("lon", coordinate?.longitude, decimals: 9)
    line.add("eph", eph, decimals: 2)
    line.add("blind", blind?.inSeconds, decimals: 3)
    if !isWritten { line.add("unwritten", true) }
    return line.text
  }

  /// The event as a line for a person: time, what, where, and the note.
  package var text: String {
    let word =
      switch kind {
      case .enter: "enter"
      case .exit: "exit "
      case .dwell: "dwell"
      }
    var text = "\(time.local)  \(word)  \(region)"
    if let note { text += "  - \(note)" }
    if let blind { text += "  (not seen for \(blind.inSeconds.secondsText()))" }
    return text
  }
}
