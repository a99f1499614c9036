import Glibc

/// The signals by which the process is asked to end, or to read its files again.
///
/// They are blocked and waited for, so that one that comes at any moment waits, too. A dispatch
/// source would not do: until it is registered, some time after it was made, a signal is lost
/// if it is ignored, and ends the process if it is not.
package enum ProcessSignals {
  /// Keeps signals waiting until `next` takes them; the corresponding C function is
  /// `pthread_sigmask`.
  ///
  /// Call it before there is a second thread, which would not know of it.
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
