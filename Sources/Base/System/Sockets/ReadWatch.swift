package import Dispatch
import Glibc
import Synchronization

/// Reads a socket on a queue as soon as something has arrived.
///
/// Bytes are never left in the socket to save wake-ups: only reading shows whether a fix has
/// arrived, and a fix must not wait.
///
/// A watch needs half the time of a dispatch source, which wakes a thread that wakes another. Here
/// the thread that waits also does the work, as a part of the queue. The first call of `cancel`
/// ends the watch.
package final class ReadWatch: Sendable {
  private let socket: Socket
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let isCancelled = Atomic(false)

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - socket: The socket; it stays open until the watch has ended.
  ///   - queue: The queue that the handler is called on.
  ///   - handler: Reads whatever has arrived; it is called again while there is more.
  /// - Throws: `SystemError`; the corresponding C function is `pthread_create`.
  package init(
    _ socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.queue = queue
    self.handler = handler
    try OwnThread.start { self.run() }
  }

  /// Ends watching; called on the queue, after which the handler is not called any more.
  package func cancel() {
    dispatchPrecondition(condition: .onQueue(queue))
    isCancelled.store(true, ordering: .releasing)
    // The thread waits for nothing else.
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  private func run() {
    var arrival = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    // Made once: for a closure, each turn would allocate twice.
    let turn = DispatchWorkItem { [self] in
      if !isCancelled.load(ordering: .acquiring) { handler() }
    }
    while !isCancelled.load(ordering: .acquiring) {
      guard poll(&arrival, 1, -1) > 0 else { continue }
      queue.sync(execute: turn)
    }
  }
}
