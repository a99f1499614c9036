import Dispatch
import Glibc

/// The threads that a run needs.
package enum Threads {
  /// The threads of a run's queues, of the gpsd watch, and some spare ones.
  package static let needed = 10

  /// Checks that this many more threads can be created; the C function is `pthread_create`.
  ///
  /// Dispatch waits for a thread forever and reports nothing. The stacks are as large as those of
  /// its threads, and are unmapped here: stacks made by libc would be kept, with the pages that
  /// were written to.
  ///
  /// - Throws: `SystemError` when they cannot be created.
  package static func check(_ count: Int = needed) throws(SystemError) {
    let gate = DispatchSemaphore(value: 0)
    let held = Unmanaged.passRetained(gate)
    defer { held.release() }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    let access = PROT_READ | PROT_WRITE
    let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let stacks = mmap(nil, count * size, access, kind, -1, 0), stacks != MAP_FAILED else {
      throw SystemError("mmap, the stacks of \(count) threads", code: errno)
    }
    defer { munmap(stacks, count * size) }
    var threads: [pthread_t] = []
    var code: Int32 = 0
    while threads.count < count, code == 0 {
      var thread = pthread_t()
      pthread_attr_setstack(&attributes, stacks + threads.count * size, size)
      code = pthread_create(
        &thread, &attributes,
        { gate in
          if let gate { Unmanaged<DispatchSemaphore>.fromOpaque(gate).takeUnretainedValue().wait() }
          return nil
        }, held.toOpaque())
      if code == 0 { threads.append(thread) }
    }
    for _ in threads { gate.signal() }
    for thread in threads { pthread_join(thread, nil) }
    guard code == 0 else {
      throw SystemError("pthread_create, \(threads.count) of \(count) threads", code: code)
    }
  }
}
