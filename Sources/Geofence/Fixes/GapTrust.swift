#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether the fixes can be believed now, or the receiver has only just regained its position.
///
/// A receiver's first fixes after a gap can be hundreds of metres off. So can the fixes of a bad
/// stretch, in which the receiver lacks velocities that it had before, or moves faster than the
/// carrier does. Nothing is decided then; the filter goes on.
struct GapTrust: Codable, Sendable {
  /// The parts of one fix that count here.
  struct Sign {
    let instant: Instant
    /// The seconds since the previous fix.
    let passed: Double
    /// The distance of the fix from the position after the previous one, in metres.
    let leap: Double
    /// The distance of the fix from the straight line through the two before it, in metres.
    var miss = 0.0
    /// The standard deviation of the fix's own error, in metres.
    let own: Double
    /// The standard deviation of the error that the fixes share, in metres.
    let shared: Double
    /// The carrier's speed so far, or the reported one if that is more, in metres per second.
    let speed: Double
    /// Whether the fix has a speed; `nil` as long as no velocity was seen.
    let hasSpeed: Bool?
    /// The probability that the carrier stood at the previous fix.
    let stood: Double
    /// The interval at which the receiver reports, in seconds; `nil` while it is not known.
    var interval: Double?
  }

  private var waitsUntil: Instant?
  private var standsUntil: Instant?
  private var gap: Instant?
  // The usual seconds from one fix to the next.
  private var interval = 1.0
  // The mean speed of the last minute, in metres per second.
  private var pace = 0.0
  // The top speed of the last ten minutes on the way, in metres per second.
  private var top = 0.0
  // The seconds on the way, and those at more than the top speed.
  private var moved = 0.0
  private var surged = 0.0
  // The share of fixes without a speed over 10 s, and over two minutes.
  private var lack = 0.0
  private var usualLack = 0.0
  // Whether nothing could be decided at the last fix; `nil` in walks of older releases.
  private var waited: Bool?

  /// Starts with no doubt about the fixes.
  init() {}

  /// Whether the fix of this instant can be believed.
  @inline(__always) func trusts(_ instant: Instant) -> Bool {
    (waitsUntil.map { instant >= $0 } ?? true) && (standsUntil.map { instant >= $0 } ?? true)
  }

  /// Receives the next fix, before the filter follows it.
  mutating func receive(_ sign: Sign) {
    let passed = sign.passed
    // A measured velocity shows that it moves, whatever it did before.
    let measured = sign.hasSpeed == true ? Usual.optimism * sign.speed : 0
    let reach = max(Usual.margin * max(Usual.walking, pace), measured) * passed
    let before = waitsUntil
    if let known = sign.interval { interval = max(interval, known) }
    let isSlow = isSlow(sign)
    if passed > max(Usual.longestStep, 3 * interval) {
      gap = sign.instant
      wait(Usual.settling, from: sign.instant)
    } else {
      settle(sign, reach)
    }
    interval += 0.1 * (min(passed, Usual.margin * interval) - interval)
    noteLack(sign)
    noteSpeed(sign)
    if passed > Usual.longestStep, sign.leap > reach + Usual.deviations * sign.shared {
      wait(Usual.badStretch, from: sign.instant)
    }
    noteStand(sign)
    if isSlow { shorten(sign, reach, before) }
    waited = !trusts(sign.instant)
  }

  /// Whether the receiver reports so rarely that each step would be a gap of another receiver.
  private func isSlow(_ sign: Sign) -> Bool {
    interval > Usual.longestStep && sign.passed <= 3 * interval
  }

  /// Ends the waits of a slow receiver early: in their seconds it has few fixes or none.
  ///
  /// A fix on the line through the two before it agrees with them. And a wait that was over before
  /// this fix is not begun anew by this fix alone.
  private mutating func shorten(_ sign: Sign, _ reach: Double, _ before: Instant?) {
    if sign.miss <= reach + Usual.deviations * sign.shared {
      waitsUntil = waitsUntil.map { min($0, sign.instant) }
      standsUntil = standsUntil.map { min($0, sign.instant) }
    } else if waited == true, let before, before <= sign.instant {
      waitsUntil = before
    }
  }

  /// Doubts the fixes if a carrier stood before a gap and is elsewhere after it.
  ///
  /// Either it has moved or the fixes are off. A measured velocity shows that it moves.
  private mutating func noteStand(_ sign: Sign) {
    let reach = Usual.slow * sign.passed + Usual.deviations * sign.shared
    if sign.passed > Usual.longestStep, sign.stood > Usual.standing, sign.leap > reach {
      standsUntil = sign.instant.advanced(by: .seconds(Usual.badStretch))
    } else if sign.hasSpeed == true, sign.stood < Usual.moving {
      standsUntil = nil
    }
  }

  /// Updates the mean pace with the pace that the filter has found.
  mutating func note(pace now: Double, over passed: Double) {
    let passed = min(passed, Usual.longestStep)
    pace += (now - pace) * passed / (passed + Usual.halt)
  }

  /// Waits longer after a leap: a receiver that is regaining its position leaps until it has it.
  private mutating func settle(_ sign: Sign, _ reach: Double) {
    guard let gap, gap.duration(to: sign.instant).inSeconds < Usual.halt,
      sign.leap > reach + Usual.deviations * sign.own
    else { return }
    wait(Usual.settling, from: sign.instant)
    self.gap = max(gap, sign.instant.advanced(by: .seconds(-Usual.halt / 2)))
  }

  /// Doubts the fixes of a receiver that had velocities and now lacks them.
  private mutating func noteLack(_ sign: Sign) {
    guard let hasSpeed = sign.hasSpeed else { return }
    let passed = min(sign.passed, Usual.settling)
    let lacks: Double = hasSpeed ? 0 : 1
    lack += (lacks - lack) * passed / (passed + Usual.recent)
    usualLack += (lacks - usualLack) * passed / (passed + Usual.stay)
    if lacksVelocities { wait(Usual.settling, from: sign.instant) }
  }

  /// Whether the receiver lacks velocities that it had before, so that the others count for little.
  @inline(__always) var lacksVelocities: Bool { lack > Self.mostLack && usualLack < 0.5 }

  /// Whether a carrier that has moved for a minute has not been as fast in the last ten minutes.
  func isSurge(_ speed: Double) -> Bool {
    moved > Usual.halt && speed > Usual.optimism * max(top, Usual.walking)
  }

  /// Doubts a speed above the top speed of the last ten minutes until it has lasted.
  ///
  /// A measured velocity is believed at once, unless some are missing: errors slide then.
  private mutating func noteSpeed(_ sign: Sign) {
    let isOnTheWay = sign.speed > Usual.slow
    if isOnTheWay { top *= exp(-min(sign.passed, Usual.longestStep) / Usual.trip) }
    let isSlow = isSlow(sign)
    let passed = min(sign.passed, isSlow ? interval : Usual.longestStep)
    let isDoubtful = sign.hasSpeed == nil || lack > Self.mostLack / 4
    let isSurge = isDoubtful && isSurge(sign.speed)
    if isSurge, surged < Usual.proof {
      surged += passed
      wait(Usual.settling, from: sign.instant)
    } else {
      if !isSurge { surged = max(0, surged - passed) }
      if sign.passed < Usual.longestStep || isSlow, trusts(sign.instant) {
        top = max(top, sign.speed)
      }
    }
    if isOnTheWay { moved += passed }
  }

  private mutating func wait(_ seconds: Double, from instant: Instant) {
    let end = instant.advanced(by: .seconds(seconds))
    waitsUntil = max(waitsUntil ?? end, end)
  }

  /// The share of the recent velocities that may be missing; from a quarter of it on a surge is doubted.
  private static let mostLack = 0.4
}
