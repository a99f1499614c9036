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
