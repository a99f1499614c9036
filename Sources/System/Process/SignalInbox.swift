import Glibc
internal import Notation

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
