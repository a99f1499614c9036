package import Dispatch

/// A state that only one queue reads and changes.
///
/// It is the only way in which a class with a queue keeps what changes: the compiler refuses any
/// other access, and `value` ends the process when it is used on another queue. A loop takes it once
/// for each piece of work.
package final class Confined<State: ~Copyable>: Sendable {
  private let queue: DispatchQueue
  // Unsafe for the compiler alone: `value` checks the queue before each access.
  private nonisolated(unsafe) var state: State

  /// Creates a state that `queue` owns from now on.
  package init(_ state: consuming sending State, on queue: DispatchQueue) {
    self.queue = queue
    self.state = state
  }

  /// The state; on its queue alone.
  package var value: State {
    _read {
      dispatchPrecondition(condition: .onQueue(queue))
      yield state
    }
    _modify {
      dispatchPrecondition(condition: .onQueue(queue))
      yield &state
    }
  }
}
