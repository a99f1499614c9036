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

  /// Confines something that only `queue` reaches already, such as a closure, so that work elsewhere
  /// can hand it back; called on `queue`.
  package init(_ state: consuming State, alreadyOn queue: DispatchQueue) {
    dispatchPrecondition(condition: .onQueue(queue))
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

extension DispatchQueue {
  /// Does some work after everything that is queued, and waits for it, or gives up after a time.
  ///
  /// - Returns: Whether the work was done in time.
  @discardableResult
  package func finish(within seconds: Double, _ work: @escaping @Sendable () -> Void = {}) -> Bool {
    let done = DispatchSemaphore(value: 0)
    async {
      work()
      done.signal()
    }
    return done.wait(timeout: seconds.isFinite ? .now() + seconds : .distantFuture) == .success
  }
}
