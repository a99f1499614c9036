internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The presses of the button.
extension Session {
  /// Handles a press of the button.
  mutating func press(_ press: Button.Press, at now: Instant) {
    switch press.length {
    case .short:
      directives.append(.acknowledge(pressed: press.start))
      endReminders("the carrier pressed the button", pressed: press.start, at: now)
      acknowledgeCue(at: now)
    case .double:
      if let id = configuration.outputs.button?.doubleDrops { toggleAnchor(id, at: now) }
    case .long:
      mark(at: press.start, WordlessMark.button.rawValue, now: now)
      directives.append(.play("mark"))
    case .veryLong:
      for name in Readout.signals(of: monitor.states) {
        directives.append(.play(name))
      }
    }
  }

  /// Writes the carrier's position to the journal and the walk, for the instant that is marked.
  mutating func mark(at instant: Instant, _ text: String, now: Instant) {
    let time = time(at: now)?.advanced(by: .zero - instant.duration(to: now))
    let fix = monitor.lastFix
    directives.append(
      .note(Note(.mark, text, time: time, coordinate: fix?.coordinate, eph: fix?.eph)))
    directives.append(.record(.mark(text, time: time, coordinate: fix?.coordinate)))
    directives.append(.announce(.notice, "mark"))
  }
}
