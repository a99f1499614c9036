@preconcurrency package import Dispatch

/// Calls a handler when a socket can be read or written; paused at first.
///
/// Everything happens on the queue that it is created with.
package final class DescriptorWatch: Sendable {
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    let source: any DispatchSourceProtocol
    var isPaused = true
    var isCancelled = false
  }

  private let confined: Confined<State>

  /// Watches for something to read.
  ///
  /// - Parameter handler: Called repeatedly while there is something to read.
  package convenience init(
    reading socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(
      DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue), socket,
      on: queue, handler)
  }

  /// Watches for room to write.
  ///
  /// - Parameter handler: Called repeatedly while there is room.
  package convenience init(
    writing socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(
      DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue), socket,
      on: queue, handler)
  }

  private init(
    _ source: any DispatchSourceProtocol, _ socket: Socket, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.queue = queue
    source.setEventHandler(handler: DispatchWorkItem(block: handler))
    // The descriptor must stay open for as long as it is watched.
    source.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(socket) {} })
    confined = Confined(State(source: source), on: queue)
  }

  /// Calls the handler from now on.
  package func resume() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard confined.value.isPaused, !confined.value.isCancelled else { return }
    confined.value.isPaused = false
    confined.value.source.resume()
  }

  /// Stops calling the handler until `resume`.
  package func pause() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isPaused, !confined.value.isCancelled else { return }
    confined.value.isPaused = true
    confined.value.source.suspend()
  }

  /// Ends watching; without this call it would never be freed.
  package func cancel() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isCancelled else { return }
    // A source that is paused would keep its handlers forever.
    resume()
    confined.value.isCancelled = true
    confined.value.source.cancel()
  }
}
