package import Dispatch
package import Geofence

/// A one-shot timer on a queue, for the earliest of all deadlines.
///
/// The timer is only a hint: its handler calls every part that may have something due.
package struct DeadlineTimer {
  private let source: any DispatchSourceTimer
  private var armed: Instant?

  /// Creates a timer that is not set.
  ///
  /// - Parameter fired: Called on the queue; it must first call `fired()`.
  package init(queue: DispatchQueue, _ fired: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { fired() }
    source.resume()
  }

  /// Notes that the timer has fired.
  package mutating func fired() { armed = nil }

  /// Sets the timer, unless it is set to an earlier deadline.
  ///
  /// Setting a fired timer again cancels the call that waits for the queue: a flood of fixes, each
  /// of which sets the timer, would keep it silent. Firing too early does no harm.
  package mutating func set(to deadline: Instant) {
    if let armed, armed <= deadline { return }
    armed = deadline
    let wait = max(.zero, MonotonicClock.now.duration(to: deadline))
    source.schedule(deadline: .now() + wait.inSeconds, leeway: .milliseconds(1))
  }

  /// Ends the timer and releases its handler.
  package func cancel() { source.cancel() }
}
