extension Event: CustomStringConvertible {
  /// The event as one line: the time in UTC, the kind, the region and the note.
  public var description: String { line(time: time.rfc3339) }

  /// The event as one line that begins with its time in the caller's form.
  package func line(time: String) -> String {
    let word =
      switch kind {
      case .enter: "enter"
      case .exit: "exit "
      case .dwell: "dwell"
      }
    var line = "\(time)  \(word)  \(region)"
    if let note { line += "  - \(note)" }
    if let blind { line += "  (not seen for \(Self.tenths(blind.inSeconds)) s)" }
    if isScheduled { line += "  (its hours have begun)" }
    return line
  }

  /// A number with one decimal, which is left out if it is zero.
  private static func tenths(_ number: Double) -> String {
    let text = "\((number * 10).rounded() / 10)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
