import Testing

/// The tests that need GPIO chips, which a kernel with gpio-sim can make.
///
/// `Tests/Rigs/virtual/test` runs them on its own kernel; elsewhere they are skipped. They run
/// one after the other, since they measure times and there is one processor.
@Suite(
  .serialized,
  .enabled(if: SimulatedChip.isSupported, "no simulated GPIO here: Tests/Rigs/virtual/test has it"),
  .timeLimit(.minutes(20)))
enum VirtualBoard {}
