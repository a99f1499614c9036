/// The velocity that a receiver reports, where it can be believed.
///
/// It comes from the Doppler shift and has no error that lasts. But some receivers leave it
/// blank, and some report that they stand while their positions move on for half a minute.
struct Doppler: Codable, Sendable {
  /// Whether a course was seen: the receiver measures velocities.
  private(set) var courseSeen = false

  // The way by the positions less the way by the velocity, in metres, over 20 s.
  private var gap = Offset(east: 0, north: 0)
  // The seconds for which this gap has been too large for a change of the error.
  private var disputed = 0.0
  // The seconds for which the fixes have obeyed a low speed without a course, as long as no course
  // was seen; `nil` before the first, and in walks of older releases.
  private var obeyed: Double?

  /// Starts with nothing seen.
  init() {}

  /// The velocity in the first fix; `nil` where there is none.
  mutating func velocity(of fix: TrustedFix) -> Offset? {
    guard let speed = fix.speed, speed.isFinite, speed >= 0 else { return nil }
    // A receiver that leaves speed and course blank gets a speed that gpsd made up from
    // positions, but no track: no speed is believed before a track was seen with it, or before the
    // fixes have shown that it stands.
    guard let track = fix.track, track.isFinite else {
      return speed < Usual.slow && (courseSeen || hasObeyed) ? Offset(east: 0, north: 0) : nil
    }
    // There is no minimum speed for a velocity: that would shorten slow walks.
    if speed >= Usual.dopplerNoise { courseSeen = true }
    guard courseSeen else { return nil }
    return Offset(length: speed, bearing: track)
  }

  /// The velocity in the next fix; `nil` where there is none, or the positions contradict it.
  ///
  /// - Parameters:
  ///   - step: The way from the last fix to this one.
  ///   - passed: The seconds between them.
  mutating func velocity(
    of fix: TrustedFix, after step: Offset, over passed: Double
  ) -> Offset? {
    if !courseSeen { noteBlank(fix, step, passed) }
    guard let velocity = velocity(of: fix) else { return nil }
    compare(step, with: velocity, over: passed)
    // Without a course, only a low speed suggests that the carrier stands.
    return disputed > (fix.track == nil ? 0 : Usual.proof) ? nil : velocity
  }

  /// Whether a velocity is missing that the receiver usually reports, and is not wrong for long.
  func isMissing(_ velocity: Offset?) -> Bool {
    velocity == nil && courseSeen && disputed <= Usual.proof
  }

  /// Whether a fix has a speed without a course at which a carrier may creep on: too slow for most
  /// receivers to tell where to.
  static func isCreep(_ fix: TrustedFix) -> Bool {
    fix.track == nil && fix.speed ?? 0 > 2 * Usual.drift
  }

  private var hasObeyed: Bool { obeyed ?? 0 >= Usual.halt }

  /// Notes whether the fixes hold still, as a low speed without a course says.
  private mutating func noteBlank(_ fix: TrustedFix, _ step: Offset, _ passed: Double) {
    guard let speed = fix.speed, fix.track == nil, passed <= Usual.longestStep else { return }
    let obeys = speed < Usual.slow && gap.length < Usual.slide
    obeyed = obeys ? (obeyed ?? 0) + passed : 0
    // Once it is believed, each velocity is compared.
    if !hasObeyed { compare(step, with: Offset(east: 0, north: 0), over: passed) }
  }

  /// Compares the way by positions with that by the velocity.
  private mutating func compare(_ step: Offset, with velocity: Offset, over passed: Double) {
    guard passed <= Usual.longestStep else {
      // Over a gap the carrier may have gone anywhere.
      (gap, disputed) = (Offset(east: 0, north: 0), 0)
      return
    }
    var miss = step - velocity * passed
    // A fix that is kilometres off must not be remembered for long.
    if miss.length > Usual.slide { miss = miss * (Usual.slide / miss.length) }
    gap = gap * (1 - min(1, passed / Usual.proof)) + miss
    disputed =
      gap.length > Usual.slide
      ? min(2 * Usual.proof, disputed + passed) : max(0, disputed - passed)
  }
}
