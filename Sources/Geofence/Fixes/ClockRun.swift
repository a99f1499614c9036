/// Fixes with successive times, which prove a clock that was set or has just started.
///
/// Only the times of the fixes are used, so that a replay of a recording decides as the walk did.
struct ClockRun: Codable, Sendable {
  private var first: Timestamp
  private(set) var last: Timestamp
  private var count = 1

  /// Starts with a fix.
  init(_ time: Timestamp) {
    (first, last) = (time, time)
  }

  /// The time for which the clock has run.
  var passed: Duration { first.duration(to: last) }

  /// Whether the clock has run for long enough to be believed.
  var isProof: Bool { count >= 3 && passed >= ReceiverClock.tolerance }

  /// Adds the next fix, or starts again with that fix if it does not continue the run.
  mutating func add(_ time: Timestamp) {
    guard time != last else { return }
    guard time > last, last.duration(to: time) <= Self.longestPause else {
      return self = ClockRun(time)
    }
    last = time
    count += 1
  }

  /// A clock that seems to have run on for longer without a fix is not believed.
  ///
  /// A recording may pause overnight, but a longer step is more likely a wrong date.
  static let longestPause = Duration.seconds(LocalClock.day)
}
