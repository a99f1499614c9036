internal import CMalloc

/// The memory that is allocated.
package enum Heap {
  /// Keeps all of it in one piece; the corresponding C function is `mallopt`.
  ///
  /// Otherwise each of the threads that Dispatch happens to use gets a piece of
  /// its own, and what is resident creeps up for days. Call it before there is a
  /// second thread.
  package static func keepTogether() {
    mallopt(M_ARENA_MAX, 1)
  }

  /// Gives back what is free; the corresponding C function is `malloc_trim`.
  package static func giveBack() {
    malloc_trim(0)
  }
}
