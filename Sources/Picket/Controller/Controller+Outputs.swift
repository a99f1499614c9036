import Dispatch
internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// To the outputs, and from the button.
extension Controller {
  func play(_ name: String, event: Int? = nil, at now: Instant = MonotonicClock.now) {
    annunciator.play(name, event: event, at: now)
  }

  func receive(_ message: Annunciator.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    if case .set(let output, let level) = message { return tellWatchers(output, level) }
    defer { rearm() }
    switch message {
    case .changed(let text): note(.output, text)
    case .pressed(let press): take(press)
    case .set, .deadlineMoved: break
    }
  }

  func take(_ press: Button.Press) {
    switch press.length {
    case .short: saveIfSounded { annunciator.acknowledge(pressed: press.start) }
    case .long:
      mark(at: press.start)
      play("mark")
    case .veryLong:
      for name in Readout.signals(of: monitor.states) { play(name) }
    }
  }

  /// Writes down where the carrier was when the button went down, or when it was asked for.
  func mark(at instant: Instant, _ text: String = "the carrier pressed the button") {
    let ago = instant.duration(to: MonotonicClock.now)
    let fix = monitor.lastFix
    ledger.record(
      Note(
        .mark, text, time: time?.advanced(by: .zero - ago), coordinate: fix?.coordinate,
        eph: fix?.eph))
    walks?.add(.mark(text, time: time?.advanced(by: .zero - ago), coordinate: fix?.coordinate))
    announce(.notice, "mark")
  }
}
