import Glibc

/// What keeps a controller in time on a board that is busy with other things.
package enum Realtime {
  /// Gives this process a real-time priority and keeps its memory from being paged out.
  ///
  /// Threads inherit it, so it is called before there are any.
  ///
  /// - Parameters:
  ///   - priority: That of `SCHED_FIFO`, 1 to 99; 0 for none.
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
          \(SystemError("sched_setscheduler SCHED_FIFO \(priority)")); going on without; a unit gives \
          it by CPUSchedulingPolicy=fifo and CPUSchedulingPriority=\(priority)
          """)
      }
    }
    // Pages are locked as they are used: the stacks of threads are mostly never touched.
    if lockMemory, mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT)) != 0 {
      refusals.append(
        "\(SystemError("mlockall")); going on without; the unit needs LimitMEMLOCK=infinity")
    }
    return refusals
  }
}
