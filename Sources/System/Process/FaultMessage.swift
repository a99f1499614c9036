import Glibc

/// The message when the process ends because its limited memory is not enough.
///
/// Swift reports at most the bytes that it could not allocate. This message gives the remedy.
package enum FaultMessage {
  /// Installs signal handlers if the memory of the process is limited, as by `ulimit -v`.
  ///
  /// A limit of a control group needs no handler: the kernel ends the process at once and writes
  /// that to the system's log.
  package static func prepare() {
    guard Heap.isLimited else { return }
    // There may be no memory for the stack.
    let size = 1 << 15
    var stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // A backtrace that Swift prints has more details.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = { number in
        let text: StaticString = """
          picket: ended by a fault, which limited memory (ulimit -v) can cause; \
          allow it more memory, or watch fewer regions

          """
        write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        raise(number)
      }
      sigaction(number, &action, nil)
    }
  }
}
