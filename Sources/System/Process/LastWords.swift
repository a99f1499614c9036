import Glibc

/// What is written when memory that is limited does not suffice, which ends the process.
///
/// Swift says how many bytes it could not allocate, if anything. This says what to do.
package enum LastWords {
  /// Gets ready where the memory of the process is limited, as `ulimit -v` does.
  ///
  /// A limit of a control group needs nothing of this: the kernel ends the process at once, and
  /// the system's log has it.
  package static func prepare() {
    guard [RLIMIT_AS, RLIMIT_DATA].contains(where: isLimited) else {
      return
    }
    // The stack may be what there is no memory for.
    let size = 1 << 15
    var stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // Where Swift prints a backtrace, that says more.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { number in
        let text: StaticString = """
          picket: ended by a fault of its own, as it may when its memory is limited (ulimit -v): \
          allow it more, or watch fewer regions

          """
        write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        raise(number)
      }
      sigaction(number, &action, nil)
    }
  }

  private static func isLimited(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
      && limit.rlim_cur != rlim_t.max
  }
}
