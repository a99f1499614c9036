import Glibc

/// The message when a fault ends the process whose remedy is known.
///
/// Swift reports at most the bytes that it could not allocate, and a library its own condition.
package enum FaultMessage {
  /// Installs signal handlers if the memory of the process is limited, as by `ulimit -v`.
  ///
  /// A limit of a control group needs no handler: the kernel ends the process at once and writes
  /// that to the system's log.
  package static func prepare() {
    guard Heap.isLimited else { return }
    install(for: [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS]) { number in
      FaultMessage.end(
        with: number,
        """
        picket: ended by a fault, which limited memory (ulimit -v) can cause; \
        allow it more memory, or watch fewer regions

        """)
    }
  }

  /// Installs a handler that writes a message and ends the process by the same signal.
  package static func install(
    for numbers: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    // There may be no memory for the stack.
    let size = 1 << 15
    var stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in numbers {
      var action = sigaction()
      sigaction(number, nil, &action)
      // A backtrace that Swift prints has more details.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
      action.__sigaction_handler.sa_handler = handler
      sigaction(number, &action, nil)
    }
  }

  /// Writes a message and ends the process, in a handler of a signal.
  package static func end(with number: Int32, _ text: StaticString) {
    write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    raise(number)
  }
}
