package import Geofence

/// Makes presses of what happens on a button's line; it is handed the time and reads nothing.
///
/// A change counts once the line has been steady for the debounce time, and then from
/// its first edge on. A button that is pressed from the start does not count until it
/// was let go.
package struct Button: Hashable, Sendable {
  /// How long a button was pressed.
  package enum Length: String, CaseIterable, Hashable, Sendable {
    case short, long
    case veryLong = "very long"
  }

  /// A press that is complete, or has become very long.
  package struct Press: Hashable, Sendable {
    /// How long it was.
    package let length: Length

    /// When it began.
    package let start: Instant

    /// Creates a press.
    package init(length: Length, start: Instant) {
      self.length = length
      self.start = start
    }
  }

  /// Edges that may be bounces: the line has not been steady since the first.
  private struct Unsteady: Hashable {
    let first: Instant
    let last: Instant
    let isPressed: Bool
    /// Whether an edge said so; else the line was found like that, and its edge is on the way or
    /// lost.
    var isSeen = true
  }

  private let debounce: Duration
  private let long: Duration
  private let veryLong: Duration

  private var isPressed: Bool
  private var unsteady: Unsteady?
  /// When the press began that is not told yet.
  private var start: Instant?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - debounce: How long the line must be steady; zero when the kernel has seen to that.
  ///   - isPressed: Whether it is pressed already.
  package init(_ settings: ButtonSettings, debounce: Duration, isPressed: Bool) {
    self.debounce = debounce
    long = settings.long
    veryLong = settings.veryLong
    self.isPressed = isPressed
  }

  /// When the line is to be read again: it may be steady, or the press very long.
  package var deadline: Instant? { steadiness ?? start?.advanced(by: veryLong) }

  /// When the line has been steady for long enough, if it is not already.
  private var steadiness: Instant? {
    unsteady.map { $0.last.advanced(by: $0.isSeen ? debounce : max(debounce, Self.patience)) }
  }

  /// Takes an edge of the line, those before it first.
  package mutating func edge(isPressed: Bool, at instant: Instant) -> [Press] {
    var presses: [Press] = []
    if let steadiness, steadiness <= instant { presses = settle() }
    let before = unsteady
    unsteady = Unsteady(
      first: min(instant, before?.first ?? instant), last: max(instant, before?.last ?? instant),
      isPressed: isPressed)
    return debounce > .zero ? presses : presses + settle()
  }

  /// Takes note that edges were lost: the line was not steady until now.
  package mutating func edgesLost(at now: Instant, isPressed: Bool) {
    unsteady = Unsteady(first: unsteady?.first ?? now, last: now, isPressed: isPressed)
  }

  /// Takes what the line is at the deadline, after the edges that have come by then.
  package mutating func deadlineReached(at now: Instant, isPressed: Bool) -> [Press] {
    guard let deadline, deadline <= now else { return [] }
    var presses: [Press] = []
    if let unsteady, !unsteady.isSeen, unsteady.isPressed != isPressed {
      self.unsteady = nil
    } else {
      // What edges say is older than what the line is, and comes first.
      presses = settle()
    }
    if isPressed, let due = start?.advanced(by: veryLong), due <= now { presses += tooLong() }
    if isPressed != self.isPressed {
      unsteady = Unsteady(first: now, last: now, isPressed: isPressed, isSeen: false)
    }
    return presses
  }

  /// The line is steady.
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
    // The edge of its end was lost: how long it was is not known.
    guard edge.isSeen else { return [] }
    let lasted = start.duration(to: edge.first)
    let length: Length = lasted >= veryLong ? .veryLong : lasted >= long ? .long : .short
    return [Press(length: length, start: start)]
  }

  /// The button has been pressed for very long, and is still.
  private mutating func tooLong() -> [Press] {
    guard let start else { return [] }
    self.start = nil
    return [Press(length: .veryLong, start: start)]
  }

  /// An edge is there this long after the line has another level, at most.
  private static let patience = Duration.milliseconds(10)
}
