import Dispatch
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
final class ReadWatch: Sendable {
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
  init(_ socket: Socket, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) throws
  {
    self.socket = socket
    self.queue = queue
    self.handler = handler
    // A signal that is delivered here would be lost to its dispatch source.
    var masked = sigset_t()
    var before = sigset_t()
    sigfillset(&masked)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&masked, fault)
    }
    pthread_sigmask(SIG_SETMASK, &masked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let own = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { own in
        if let own { Unmanaged<ReadWatch>.fromOpaque(own).takeRetainedValue().run() }
        return nil
      }, own.toOpaque())
    guard code == 0 else {
      own.release()
      throw SystemError("pthread_create", code: code)
    }
  }

  /// Ends watching; called on the queue, after which the handler is not called any more.
  func cancel() {
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
