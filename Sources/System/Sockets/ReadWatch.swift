package import Dispatch
import Glibc
import Synchronization

/// Has a queue read a socket as soon as something has arrived.
///
/// Nothing is left in the socket to save wake-ups: only reading shows whether what has arrived is
/// a fix, and a fix must not wait.
///
/// It does what a dispatch source does in half the time: that one wakes a thread
/// which wakes another. Here the thread that waits is also the one that works,
/// as a part of the queue. It ends with the first call of `cancel`.
package final class ReadWatch: Sendable {
  private let socket: Socket
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let isCancelled = Atomic(false)

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - socket: What is watched; it stays open until the watch has ended.
  ///   - queue: The queue that the handler is called on.
  ///   - handler: Reads what is there; it is called again while there is more.
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
    // It waits for nothing else.
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  private func run() {
    var arrival = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    while !isCancelled.load(ordering: .acquiring) {
      guard poll(&arrival, 1, -1) > 0 else { continue }
      queue.sync {
        if !isCancelled.load(ordering: .acquiring) { handler() }
      }
    }
  }
}
