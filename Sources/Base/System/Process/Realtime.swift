import Glibc
import Synchronization

/// Real-time priority and locked memory: they keep a controller on time on a busy board.
package enum Realtime {
  /// Gives this process a real-time priority and keeps its memory from being paged out.
  ///
  /// Threads inherit the priority, so it is called before there are any.
  ///
  /// - Parameters:
  ///   - priority: The priority in `SCHED_FIFO`, 1 to 99; 0 for none.
  ///   - lockMemory: Whether to lock the memory.
  /// - Returns: A line for each thing that was refused.
  package static func apply(priority: Int, lockMemory: Bool) -> [String] {
    var refusals: [String] = []
    if priority > 0 {
      var parameters = sched_param()
      parameters.sched_priority = Int32(priority)
      if sched_setscheduler(0, SCHED_FIFO, &parameters) != 0 {
        refusals.append(
          """
          \(SystemError("sched_setscheduler SCHED_FIFO \(priority)")); continuing without; a unit \
          gives it by CPUSchedulingPolicy=fifo and CPUSchedulingPriority=\(priority)
          """)
      }
    }
    // Pages are locked when they are first used: most of a thread's stack is never used.
    if lockMemory {
      if lock() {
        isLocked.store(true, ordering: .relaxed)
      } else {
        refusals.append(
          "\(SystemError("mlockall")); continuing without; the unit needs LimitMEMLOCK=infinity")
      }
    }
    return refusals
  }

  /// Gives memory back while it is unlocked for a moment: the kernel keeps locked memory.
  static func unlocked(_ giveBack: () -> Void) {
    let isLocked = isLocked.load(ordering: .relaxed)
    if isLocked { munlockall() }
    giveBack()
    if isLocked, !lock() {
      Log.write(.warning, "\(SystemError("mlockall")); memory is no longer locked")
    }
  }

  private static func lock() -> Bool {
    mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT)) == 0
  }

  private static let isLocked = Atomic(false)
}
