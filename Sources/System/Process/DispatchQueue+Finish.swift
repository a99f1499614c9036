import Dispatch

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
