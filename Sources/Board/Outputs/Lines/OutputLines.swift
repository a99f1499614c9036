package import Dispatch
package import Geofence

/// The level of an output.
package enum Level: Hashable, Sendable {
  /// Silent or dark.
  case inactive

  /// Sounding or lit; the pitch is in hertz.
  ///
  /// An output sounds at its own pitch when the pitch is `nil` or when it can make no other.
  case active(pitch: Int? = nil)

  /// Whether it sounds or is lit.
  package var isActive: Bool { self != .inactive }
}

/// A change of the lines of a board.
package enum LineMessage: Hashable, Sendable {
  /// An output cannot be set until it has returned.
  case lost(output: String, reason: String)
  /// An output that was lost is available again, and inactive.
  case returned(output: String)
  /// The button cannot be read until it has returned.
  case buttonLost(reason: String)
  /// The button that was lost is available again.
  case buttonReturned
  /// The button was pressed.
  case pressed(Button.Press)
  /// The deadline may have changed.
  case deadlineMoved
}

/// The outputs and the button of a board, or a drawing of the outputs on a terminal.
///
/// It sets no timer: its owner calls `deadlineReached(at:)` when `deadline` is reached.
package protocol OutputLines: AnyObject {
  /// Sets one output to a level.
  ///
  /// - Throws: `SystemError` when the line cannot be set.
  func set(_ output: String, to level: Level) throws

  /// Shows that a signal has begun; its levels follow.
  ///
  /// - Parameter isSilent: Whether buzzers are muted, or silent for these hours.
  func show(_ signal: PlayedSignal, isSilent: Bool)

  /// Starts to report lines that are lost or return, and presses of the button.
  ///
  /// - Parameters:
  ///   - queue: The queue on which every method is called from now on.
  ///   - receive: Called on the queue with every message.
  func watch(on queue: DispatchQueue, _ receive: @escaping (LineMessage) -> Void)

  /// The instant at which a lost line is requested again or the button is read, if any.
  var deadline: Instant? { get }

  /// Performs the steps that are due.
  func deadlineReached(at now: Instant)
}

/// Lines that are never lost and have no button have nothing to report, and show only levels.
extension OutputLines {
  package func show(_ signal: PlayedSignal, isSilent: Bool) {}
  package func watch(on queue: DispatchQueue, _ receive: @escaping (LineMessage) -> Void) {}
  package var deadline: Instant? { nil }
  package func deadlineReached(at now: Instant) {}
}

/// The reason why a line cannot be used, with the name of the line and the remedy.
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault in one line, for a person.
  package let description: String

  /// Creates a fault.
  package init(_ description: String) {
    self.description = description
  }
}
