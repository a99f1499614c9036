internal import CMalloc
internal import Glibc

/// The memory of this process.
package enum Heap {
  /// Keeps all allocations in one arena; the corresponding C function is `mallopt`.
  ///
  /// Otherwise each thread that Dispatch happens to use gets an arena of its own, and resident
  /// memory grows for days. Call it before there is a second thread.
  ///
  /// Blocks of more than a megabyte, such as a file that is read, stay out of the arena, where they
  /// would leave holes, and are given back at once. The limit is fixed: otherwise the first such
  /// block raises it.
  package static func keepTogether() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
  }

  /// Whether memory is limited, as by `ulimit -v` or `ulimit -d`; the corresponding C function is
  /// `getrlimit`.
  package static var isLimited: Bool { picket_memory_is_limited() }

  /// Gives free memory back to the system, also that of this thread's stack; the corresponding C
  /// functions are `malloc_trim` and `madvise`.
  package static func giveBack() {
    Realtime.unlocked {
      malloc_trim(0)
      picket_give_back_stack()
    }
  }
}
