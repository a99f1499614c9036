import Glibc

/// A thread that does one piece of work and ends; no signal is delivered on it.
package enum OwnThread {
  /// The priority of a thread.
  package enum Urgency {
    /// The priority of the thread that starts it.
    case inherited
    /// The usual priority of a program: at a real-time priority, work that takes seconds would keep
    /// everything else from the only processor of a board.
    case ordinary
  }

  /// Starts a thread.
  ///
  /// - Throws: `SystemError`; the corresponding C function is `pthread_create`.
  package static func start(
    _ urgency: Urgency = .inherited, _ work: @escaping @Sendable () -> Void
  ) throws(SystemError) {
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
    if urgency == .ordinary {
      var none = sched_param()
      pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
      pthread_attr_setschedpolicy(&attributes, SCHED_OTHER)
      pthread_attr_setschedparam(&attributes, &none)
    }
    let own = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { own in
        if let own { Unmanaged<Work>.fromOpaque(own).takeRetainedValue().body() }
        return nil
      }, own.toOpaque())
    guard code == 0 else {
      own.release()
      throw SystemError("pthread_create", code: code)
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
