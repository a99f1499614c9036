internal import CMalloc

/// The memory that is allocated.
package enum Heap {
  /// Keeps all of it in one piece; the corresponding C function is `mallopt`.
  ///
  /// Otherwise each of the threads that Dispatch happens to use gets a piece of
  /// its own, and what is resident creeps up for days. Call it before there is a
  /// second thread.
  ///
  /// What is larger than a megabyte, such as a file that is read, stays out of it and is given
  /// back at once: it would leave a hole, since the limit otherwise grows with the first of them.
  package static func keepTogether() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
  }

  /// Gives back what is free; the corresponding C function is `malloc_trim`.
  package static func giveBack() {
    Realtime.unlocked { malloc_trim(0) }
  }
}
