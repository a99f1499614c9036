import Dispatch

/// Writes the state on a queue of its own: one write at a time, and the newest state wins.
package final class StateWriter: Sendable {
  private let file: StateFile
  private let queue = DispatchQueue(label: "picket.state")
  private let report: @Sendable (SystemError?) -> Void

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var newest: SavedState?
  private nonisolated(unsafe) var written: SavedState?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - file: What is written.
  ///   - report: Called after each attempt, on the writer's queue, with its error if it failed.
  package init(_ file: StateFile, report: @escaping @Sendable (SystemError?) -> Void) {
    self.file = file
    self.report = report
  }

  /// Writes this state soon, unless a newer one is handed over before that.
  package func write(_ state: SavedState) {
    queue.async { [self] in
      let isAlone = newest == nil
      newest = state
      // A second turn, behind all that was handed over meanwhile: it is written once.
      if isAlone { queue.async { [self] in writeNewest() } }
    }
  }

  /// Waits until all that was handed over is written, or has failed.
  package func flush() {
    queue.sync { writeNewest() }
  }

  private func writeNewest() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let state = newest else { return }
    newest = nil
    guard state != written else { return }
    do throws(SystemError) {
      try file.write(state)
      written = state
      report(nil)
    } catch {
      report(error)
    }
  }
}
