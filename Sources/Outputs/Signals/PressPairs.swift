package import Geofence

/// Recognises two short presses, one soon after the other; a single one is reported late for that.
package struct PressPairs: Sendable {
  private var first: (press: Button.Press, until: Instant)?

  /// The time after a short press in which another makes it double.
  package static let patience = Duration.milliseconds(600)

  /// Creates a value that waits for a press.
  package init() {}

  /// The instant at which a single press is reported.
  package var deadline: Instant? { first?.until }

  /// Adds a press that has ended; returns those that are certain now.
  package mutating func add(_ press: Button.Press, at now: Instant) -> [Button.Press] {
    var presses = deadlineReached(at: now)
    let earlier = first
    first = nil
    switch (press.length, earlier) {
    case (.short, let earlier?):
      presses.append(Button.Press(length: .double, start: earlier.press.start))
    case (.short, nil): first = (press, now.advanced(by: Self.patience))
    case (_, let earlier): presses += [earlier?.press, press].compactMap { $0 }
    }
    return presses
  }

  /// Returns the single press whose time is over.
  package mutating func deadlineReached(at now: Instant) -> [Button.Press] {
    guard let first, first.until <= now else { return [] }
    self.first = nil
    return [first.press]
  }
}
