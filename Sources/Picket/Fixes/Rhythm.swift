package import Geofence

/// What gpsd sends from one fix to the next, and how often.
///
/// gpsd announces each fix with up to three reports of the sky. To wake up costs more than to
/// read, so all of them are left until the fix is there, or should have been.
package struct Rhythm: Hashable, Sendable {
  // In bytes: the line that came last, and all since the last fix with it.
  private var line = 0
  private var round = 0
  private var lastFix: Instant?
  private var interval = Self.longestInterval
  // In bytes: what came before the last fix, and the least of late of a fix and of all with it.
  private var announcement = 0
  private var leastFix: Int?
  private var leastRound: Int?

  /// Creates one of a connection that has said nothing.
  package init() {}

  // MARK: What came

  /// Takes a line of so many bytes in.
  package mutating func take(_ count: Int) {
    line = count
    round += count
  }

  /// Takes in what the last line was: the report of a fix, or that there is none.
  package mutating func takeReport(isFix: Bool, at arrival: Instant) {
    guard isFix else { return self = Rhythm() }
    if let lastFix {
      follow(lastFix.duration(to: arrival))
      // The first one began anywhere.
      leastRound = Self.followed(leastRound, round)
    }
    leastFix = Self.followed(leastFix, line)
    announcement = round - line
    lastFix = arrival
    round = 0
  }

  private mutating func follow(_ interval: Duration) {
    let slack = Duration.milliseconds(20)
    guard interval < self.interval - slack || self.interval + slack < interval else { return }
    self.interval = min(interval, Self.longestInterval)
  }

  /// The least of late: downwards it follows at once, upwards by a few bytes at a time, so that
  /// what is short once in forty fixes is not waited for in vain.
  private static func followed(_ least: Int?, _ count: Int) -> Int {
    least.map { min(count, $0 + 4) } ?? count
  }

  // MARK: What is waited for

  /// With how many bytes the next fix must be there; 1 while there is none.
  ///
  /// Half of a fix less than what used to come: satellites set, and fixes lose digits. But no
  /// fix is half as long as those before it.
  package var enough: Int {
    guard let leastFix else { return 1 }
    // Both rounded, since to change it is a call of the kernel.
    let half = max(1, leastFix / 32 * 16)
    guard let leastRound else { return half }
    let all = (leastRound - half) / 64 * 64
    return all > announcement ? max(half, all - round) : half
  }

  /// How long to wait for that at most; then whatever has come is read.
  ///
  /// So a fix that came with less than ever is a tenth of a second late.
  package var patience: Duration {
    interval + .milliseconds(100)
  }

  /// What is waited for at most even when fixes come less often.
  private static let longestInterval = Duration.seconds(1)
}
