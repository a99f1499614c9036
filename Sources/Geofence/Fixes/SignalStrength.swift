#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The strength of the signals of late, and the metres by which fixes wander under signals so weak.
///
/// Behind walls and windows most signals are reflections, and all are weak. The receiver's HDOP
/// shows nothing of it, and its velocities slide with its positions.
package struct SignalStrength: Codable, Sendable {
  // The mean of the last seconds in dB-Hz, and the time of its last change.
  private var mean: Double
  private var last: Timestamp

  /// Starts with the strength at a fix.
  init(_ strength: Double, at time: Timestamp) {
    (mean, last) = (strength, time)
  }

  /// Adds the strength at the next fix.
  mutating func add(_ strength: Double, at time: Timestamp) {
    let passed = abs(last.duration(to: time).inSeconds)
    mean += (strength - mean) * passed / (passed + Usual.recent)
    last = time
  }

  /// The metres on each axis by which fixes wander whose claim would hold under the open sky.
  func wander(claim: Double) -> Double { Self.wander(of: mean, claim: claim) }

  /// The same for a strength in dB-Hz; 0 under the open sky.
  ///
  /// The error of a distance to a satellite grows as the signal's amplitude falls. A large claim has
  /// bad geometry, too, of which it says enough.
  static func wander(of strength: Double, claim: Double = Usual.error) -> Double {
    min(claim, 2 * Usual.error) * (pow(10, max(0, openSky - strength) / 20) - 1)
  }

  /// The metres by which fixes of a usual claim wander, if borders near the carrier cannot be told because
  /// of it.
  package static func wanderThatMatters(_ strength: Double) -> Double? {
    let wander = wander(of: strength)
    return wander > BorderWatch.leastSigma ? wander : nil
  }

  /// The metres from which on a border can be told without a run, where fixes wander by some metres.
  package static func told(_ wander: Double) -> Double { Sense.even.alone * wander }

  /// The strength of the four best signals under the open sky, in dB-Hz; there it is 42 to 47.
  private static let openSky = 42.0
}
