package import Geofence

/// Recognises presses from the edges of a button's line; it reads neither the line nor a clock.
///
/// A change counts once the line has been steady for the debounce time; the instant
/// of the change is that of its first edge. A button that is pressed at the start
/// does not count until it has been released.
package struct Button: Hashable, Sendable {
  /// The length of a press.
  package enum Length: String, CaseIterable, Hashable, Sendable {
    case short, long
    /// Two short presses, one soon after the other.
    case double
    case veryLong = "very long"
  }

  /// A press that has ended or has become very long.
  package struct Press: Hashable, Sendable {
    /// The length of the press.
    package let length: Length

    /// The instant at which the press began.
    package let start: Instant

    /// Creates a press.
    package init(length: Length, start: Instant) {
      self.length = length
      self.start = start
    }
  }

  /// Edges that may be bounces: the line has not been steady since the first of them.
  private struct Unsteady: Hashable {
    let first: Instant
    let last: Instant
    let isPressed: Bool
    /// Whether an edge reported the level; if not, the line was read: the edge is late or lost.
    var isSeen = true
  }

  private let debounce: Duration
  private let long: Duration
  private let veryLong: Duration

  private var isPressed: Bool
  private var unsteady: Unsteady?
  /// The instant at which a press began that is not reported yet.
  private var start: Instant?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - debounce: The time for which the line must be steady; zero when the kernel debounces it.
  ///   - isPressed: Whether the button is already pressed.
  package init(_ settings: ButtonSettings, debounce: Duration, isPressed: Bool) {
    self.debounce = debounce
    long = settings.long
    veryLong = settings.veryLong
    self.isPressed = isPressed
  }

  /// The instant to read the line again: it may be steady then, or the press very long.
  package var deadline: Instant? { steadiness ?? start?.advanced(by: veryLong) }

  /// The instant from which on the line counts as steady; `nil` when it already does.
  private var steadiness: Instant? {
    unsteady.map { $0.last.advanced(by: $0.isSeen ? debounce : max(debounce, Self.patience)) }
  }

  /// Handles an edge of the line; edges arrive in the order of time.
  package mutating func edge(isPressed: Bool, at instant: Instant) -> [Press] {
    var presses: [Press] = []
    if let steadiness, steadiness <= instant { presses = settle() }
    let before = unsteady
    unsteady = Unsteady(
      first: min(instant, before?.first ?? instant), last: max(instant, before?.last ?? instant),
      isPressed: isPressed)
    return debounce > .zero ? presses : presses + settle()
  }

  /// Handles lost edges: the line was not steady until now.
  package mutating func edgesLost(at now: Instant, isPressed: Bool) {
    unsteady = Unsteady(first: unsteady?.first ?? now, last: now, isPressed: isPressed)
  }

  /// Handles the level that the line has at the deadline, after all earlier edges.
  package mutating func deadlineReached(at now: Instant, isPressed: Bool) -> [Press] {
    guard let deadline, deadline <= now else { return [] }
    var presses: [Press] = []
    if let unsteady, !unsteady.isSeen, unsteady.isPressed != isPressed {
      self.unsteady = nil
    } else {
      // The edges are older than the level, so they come first.
      presses = settle()
    }
    if isPressed, let due = start?.advanced(by: veryLong), due <= now { presses += endVeryLong() }
    if isPressed != self.isPressed {
      unsteady = Unsteady(first: now, last: now, isPressed: isPressed, isSeen: false)
    }
    return presses
  }

  /// Counts the last edge, now that the line is steady.
  private mutating func settle() -> [Press] {
    guard let edge = unsteady else { return [] }
    unsteady = nil
    guard edge.isPressed != isPressed else { return [] }
    isPressed = edge.isPressed
    guard !isPressed else {
      start = edge.first
      return []
    }
    guard let start else { return [] }
    self.start = nil
    // The edge at the end of the press was lost, so the length is unknown.
    guard edge.isSeen else { return [] }
    let lasted = start.duration(to: edge.first)
    let length: Length = lasted >= veryLong ? .veryLong : lasted >= long ? .long : .short
    return [Press(length: length, start: start)]
  }

  /// Ends a press that has become very long while the button is still pressed.
  private mutating func endVeryLong() -> [Press] {
    guard let start else { return [] }
    self.start = nil
    return [Press(length: .veryLong, start: start)]
  }

  /// The longest time between a change of the level and the report of its edge.
  private static let patience = Duration.milliseconds(10)
}

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
