package import Dispatch

/// Tells a queue that a socket can be read or written; paused at first.
///
/// Everything happens on that queue.
package final class DescriptorWatch: Sendable {
  /// - Important: Must only be accessed on the queue, as all that follows.
  private nonisolated(unsafe) let source: any DispatchSourceProtocol
  private nonisolated(unsafe) var isPaused = true
  private nonisolated(unsafe) var isCancelled = false

  /// Watches for something to read.
  ///
  /// - Parameter handler: Called again and again while there is something.
  package convenience init(
    reading socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(
      DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue), socket,
      handler)
  }

  /// Watches for room to write.
  ///
  /// - Parameter handler: Called again and again while there is room.
  package convenience init(
    writing socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(
      DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue), socket,
      handler)
  }

  private init(
    _ source: any DispatchSourceProtocol, _ socket: Socket,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.source = source
    source.setEventHandler(handler: DispatchWorkItem(block: handler))
    // The descriptor must stay open for as long as it is watched.
    source.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(socket) {} })
  }

  package func resume() {
    guard isPaused, !isCancelled else { return }
    isPaused = false
    source.resume()
  }

  package func pause() {
    guard !isPaused, !isCancelled else { return }
    isPaused = true
    source.suspend()
  }

  /// Ends watching; without it, it would never be let go.
  package func cancel() {
    guard !isCancelled else { return }
    // A source that is paused would keep its handlers for ever.
    resume()
    isCancelled = true
    source.cancel()
  }
}
