import Glibc

/// The signals that make the process end, or read its files again.
///
/// They are blocked and waited for, so a signal that arrives at any moment stays pending. A
/// dispatch source is not enough: it is registered some time after it was made, and until then a
/// signal is lost if it is ignored, and ends the process if it is not.
package enum ProcessSignals {
  /// Keeps signals pending until `next` returns them; the corresponding C function is
  /// `pthread_sigmask`.
  ///
  /// Call it before there is a second thread, which would not have the signals blocked.
  package static func hold(_ numbers: [Int32]) {
    var signals = set(numbers)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the next of some signals that are held; the corresponding C function is `sigwait`.
  package static func next(of numbers: [Int32]) -> Int32 {
    var signals = set(numbers)
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    return number
  }

  private static func set(_ numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }
}

/// Signals that are held, as a descriptor to wait for, like files and sockets.
package final class SignalInbox: Sendable {
  /// A descriptor that can be read when a signal has arrived.
  package let descriptor: Int32

  /// Holds signals from now on; call it before there is a second thread.
  ///
  /// - Throws: `SystemError`; the corresponding C functions are `pipe` and `pthread_create`.
  package init(_ numbers: [Int32]) throws(SystemError) {
    ProcessSignals.hold(numbers)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    let end = ends[1]
    try OwnThread.start {
      while true {
        var number = UInt8(truncatingIfNeeded: ProcessSignals.next(of: numbers))
        // A full pipe wakes its reader already.
        _ = write(end, &number, 1)
      }
    }
  }

  /// The signals that have arrived since the last call.
  package func next() -> Set<Int32> {
    var buffer = [UInt8](repeating: 0, count: 256)
    var numbers: Set<Int32> = []
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      numbers.formUnion(buffer[..<count].map(Int32.init))
    }
    return numbers
  }
}
