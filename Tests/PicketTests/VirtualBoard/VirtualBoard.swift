import Testing

/// The tests that need GPIO chips, which a kernel with gpio-sim can make.
///
/// `board/virtual/test` runs them on a kernel of its own; elsewhere they are skipped. They
/// come one after the other, since they measure times and there is one processor.
@Suite(
  .serialized,
  .enabled(if: SimulatedChip.isSupported, "no simulated GPIO here: board/virtual/test has it"),
  .timeLimit(.minutes(2)))
enum VirtualBoard {}
