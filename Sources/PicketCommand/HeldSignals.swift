import Glibc

/// SIGINT, SIGTERM and SIGHUP, held back so that a command can clean up before it ends.
struct HeldSignals {
  private var signals: sigset_t
  private var before: sigset_t

  /// Holds the signals until `release`.
  init() {
    (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  /// Waits for a duration; returns the number of a signal that arrives before its end.
  mutating func wait(_ duration: Duration) -> Int32? {
    let (seconds, attoseconds) = max(.zero, duration).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    let number = sigtimedwait(&signals, nil, &time)
    return number > 0 ? number : nil
  }

  /// Lets the signals through again.
  mutating func release() {
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
