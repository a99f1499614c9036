/// Fixes with successive times, which prove a clock that was set or has just started.
///
/// It uses their times alone, so that a replay of a recording decides as the walk did.
struct ClockRun: Codable, Sendable {
  private var first: Timestamp
  private(set) var last: Timestamp
  private var count = 1

  /// Starts with a fix.
  init(_ time: Timestamp) {
    (first, last) = (time, time)
  }

  /// How long the clock has run.
  var passed: Duration { first.duration(to: last) }

  /// Whether that is enough to believe it.
  var isProof: Bool { count >= 3 && passed >= Self.proof }

  /// Adds the next fix, or starts again with it where it does not go on from the last.
  mutating func add(_ time: Timestamp) {
    guard time != last else { return }
    guard time > last, last.duration(to: time) <= Self.longestPause else {
      return self = ClockRun(time)
    }
    last = time
    count += 1
  }

  /// A clock is believed when it has run on for this long.
  private static let proof = Duration.seconds(5)

  /// A clock that seems to have run on for longer without a fix is not believed.
  ///
  /// A recording may pause over night, but a longer step is more likely a wrong date.
  static let longestPause = Duration.seconds(86_400)
}
