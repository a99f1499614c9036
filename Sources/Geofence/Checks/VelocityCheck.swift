#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Compares the velocity that a receiver reports with the way of its positions.
///
/// The positions of a few seconds of motion show whether the speed and the course are those of the
/// way: one complex factor turns the one into the other. Positions of earlier seconds show whether
/// the velocity is late. A standing carrier shows nothing.
package struct VelocityCheck: Hashable, Sendable {
  /// A fault of the velocity that the fixes have shown.
  package enum Doubt: Hashable, Sendable {
    /// No speed is reported.
    case none
    /// The speed has no course: gpsd has made it from positions.
    case made
    /// The speed is 0 while the carrier moves.
    case zero
    /// The speed is this many times that of the way.
    case factor(Double)
    /// The course is this many degrees to the right of the way; to the left of it, if negative.
    case angle(Double)
    /// The velocity is that of this many seconds before.
    case late(Int)
  }

  // The fix at which the present sample began, and the last one.
  private var start: TrustedFix?
  private var last: TrustedFix?
  // The way by the velocities since then; `nil` if one had none.
  private var travelled: Offset? = Offset(east: 0, north: 0)
  // The velocities of the last samples by their positions, the latest first.
  private var east = SIMD8<Double>(repeating: 0)
  private var north = SIMD8<Double>(repeating: 0)
  // The number of these, and the number of samples for which a motion still counts.
  private var count = 0
  private var active = 0
  // The products of the reported velocity with each of them, and the squares of both.
  private var along = SIMD8<Double>(repeating: 0)
  private var across = SIMD8<Double>(repeating: 0)
  private var squares = SIMD8<Double>(repeating: 0)
  private var reported = SIMD8<Double>(repeating: 0)
  private var weights = SIMD8<Double>(repeating: 0)
  // The seconds of a sample.
  private var length = 1.0
  // Fixes in a row without a speed; metres in motion at speed 0, and with a speed that has no course.
  private var speedless = 0
  private var atZero = 0.0
  private var courseless = 0.0
  private var courseSeen = false

  /// Starts with nothing shown.
  package init() {}

  /// Whether the carrier moves, so that more fixes show more; `nil` before that is known.
  package var isMoving: Bool? { count > 0 ? active > 0 : nil }

  /// Whether enough motion was seen to compare the velocity with it.
  package var isShown: Bool {
    weights[0] >= Self.samples && squares[0] >= Self.enough && reported[0] > 0
  }

  /// Adds a trusted fix.
  package mutating func add(_ fix: TrustedFix) {
    courseSeen = courseSeen || fix.track != nil && fix.speed ?? 0 >= Usual.dopplerNoise
    speedless = fix.speed == nil ? speedless + 1 : 0
    guard let start, let last, !fix.restarts else { return begin(at: fix) }
    let passed = last.instant.duration(to: fix.instant).inSeconds
    guard passed > 0 else { return }
    guard passed <= Usual.longestStep else { return begin(at: fix) }
    if let before = Self.velocity(of: last), let now = Self.velocity(of: fix), let way = travelled {
      travelled = way + (before + now) * (passed / 2)
    } else {
      travelled = nil
    }
    self.last = fix
    let length = start.instant.duration(to: fix.instant).inSeconds
    // A shorter step shows the noise of positions alone.
    guard length >= Self.sample else { return }
    self.length = length
    let plane = TangentPlane(at: Ellipsoid.vector(start.coordinate))
    let way = plane.offset(of: Ellipsoid.vector(fix.coordinate))
    add(way * (1 / length), travelled.map { $0 * (1 / length) }, fix, over: way.length)
    self.start = fix
    travelled = Offset(east: 0, north: 0)
  }

  private mutating func begin(at fix: TrustedFix) {
    (start, last, travelled) = (fix, fix, Offset(east: 0, north: 0))
    (count, active) = (0, 0)
  }

  /// Adds the velocities of a sample: by positions, and as reported.
  private mutating func add(_ seen: Offset, _ told: Offset?, _ fix: TrustedFix, over way: Double) {
    let turns = seen.east * east[0] + seen.north * north[0]
    // An error of positions that jumps to and fro is no motion.
    let isStraight =
      turns > Self.straight * seen.length * Offset(east: east[0], north: north[0]).length
    let isMotion = isStraight && seen.length >= Self.motion
    let (speed, isOld) = (fix.speed ?? 0, Self.way...)
    // A turn begins anew, since many short ways of a standing carrier's fixes are no long one; what a
    // long way has shown stays until a speed, or a course, refutes it.
    if isMotion ? speed >= Usual.slow : !(isOld ~= atZero) { atZero = 0 }
    if isMotion ? fix.track != nil || speed < Usual.slow : !(isOld ~= courseless) { courseless = 0 }
    // A position that jumps once shows no motion, however far.
    let share = min(way, Self.way / Self.steps)
    if isMotion, speed < Usual.slow { atZero += share }
    if isMotion, speed >= Usual.slow, fix.track == nil { courseless += share }
    for lag in stride(from: 7, to: 0, by: -1) {
      (east[lag], north[lag]) = (east[lag - 1], north[lag - 1])
    }
    (east[0], north[0]) = (seen.east, seen.north)
    count = min(8, count + 1)
    active = max(seen.length, told?.length ?? 0) >= Self.walk ? 8 : max(0, active - 1)
    guard active > 0, let told else { return }
    let isKnown = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) .< Double(count)
    let zero = SIMD8<Double>(repeating: 0)
    weights = weights * Self.kept + zero.replacing(with: 1, where: isKnown)
    along =
      along * Self.kept
      + zero.replacing(with: east * told.east + north * told.north, where: isKnown)
    across =
      across * Self.kept
      + zero.replacing(with: north * told.east - east * told.north, where: isKnown)
    squares =
      squares * Self.kept + zero.replacing(with: east * east + north * north, where: isKnown)
    let square = told.east * told.east + told.north * told.north
    reported = reported * Self.kept + zero.replacing(with: SIMD8(repeating: square), where: isKnown)
  }

  /// The velocity in a fix; `nil` where there is none.
  private static func velocity(of fix: TrustedFix) -> Offset? {
    guard let speed = fix.speed else { return nil }
    guard let track = fix.track else { return speed < Usual.slow ? Offset(east: 0, north: 0) : nil }
    return Offset(length: speed, bearing: track)
  }

  // MARK: Verdict

  /// The fault of the velocity; `nil` while the fixes have not shown one.
  package var doubt: Doubt? {
    if speedless >= Self.fixes { return Doubt.none }
    if atZero >= Self.way { return .zero }
    if courseless >= Self.way, !courseSeen { return .made }
    guard isShown else { return nil }
    let lag = self.lag
    let (along, across) = (along[lag], across[lag])
    guard agreement(lag) >= Self.alike else { return nil }
    let seconds = Int((Double(lag) * length).rounded())
    if seconds >= Self.late { return .late(seconds) }
    // The mean factor of the way over the velocity; the velocity has no noise to speak of.
    let factor = reported[lag] / (along * along + across * across).squareRoot()
    if !(Self.factors ~= factor) { return .factor(factor) }
    // The course less the bearing of the way.
    let angle = atan2(across, along) * 180 / .pi
    return abs(angle) >= Self.angle ? .angle(angle) : nil
  }

  /// The samples by which the velocity is late: those that explain far more of it than none do.
  private var lag: Int {
    // A few samples agree with any: that of a receiver which finds its position is no late one.
    let shown = (0..<8).filter { weights[$0] >= Self.lateSamples }
    let best = shown.max { agreement($0) < agreement($1) } ?? 0
    let (missed, left) = (1 - agreement(0), 1 - agreement(best))
    return missed >= Self.missed && left <= missed / 4 ? best : 0
  }

  /// The part of the way that the velocity explains with some factor and angle, from 0 to 1.
  private func agreement(_ lag: Int) -> Double {
    let product = squares[lag] * reported[lag]
    guard product > 0 else { return 0 }
    return (along[lag] * along[lag] + across[lag] * across[lag]) / product
  }

  // MARK: Bounds

  // In seconds; receivers of 10 Hz have more noise than way in a step.
  private static let sample = 0.95
  // In metres per second, a speed at which the carrier may be moving.
  private static let walk = 1.0
  // In metres per second, a speed that the fixes of a standing carrier do not reach in a line.
  private static let motion = 1.5
  // The cosine of the greatest turn within a second that is not an error of positions.
  private static let straight = 0.7
  // The squares of so much motion that the noise, about 0.7 m in the way of a second, is a
  // twenty-fifth of it; and the samples of it.
  private static let enough = 300.0
  private static let samples = 5.0
  // What a sample still counts after the next one.
  private static let kept = 1 - 1 / 256.0
  private static let alike = 0.75
  private static let missed = 0.05
  private static let lateSamples = 10.0
  // In seconds: filters in receivers make velocities a second late.
  private static let late = 2
  // Ratios that noise or a slope can make.
  private static let factors = 0.75...1.35
  // In degrees.
  private static let angle = 8.0
  // In metres; the fixes of a standing carrier do not go so far in a line, and in so many steps.
  private static let way = 40.0
  private static let steps = 4.0
  private static let fixes = 5
}
