#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The metres by which a receiver's fixes wander while the carrier stands.
///
/// In a bad place they wander by 10 m and more for a whole night, and the receiver reports nothing
/// of it. Ten minutes of standing show it. It counts unless the carrier mostly moves: a carrier
/// that moves shows by its motion which side it is on.
struct Wander: Codable, Sendable {
  /// The standard deviation of each axis that was seen, in metres; it fades over hours.
  private(set) var deviation: Double

  // One fix in 15 s counts: the errors of two fixes in a row are nearly the same.
  private var sampled: Instant?
  private var older: Stretch?
  private var newer: Stretch?
  /// The share of standing over two minutes.
  private(set) var standing = 1.0

  /// Starts with what was seen before, in metres.
  init(deviation: Double = 0) {
    self.deviation = deviation
  }

  /// The standard deviation of a place at which the carrier stands, in metres; 0 while it moves.
  var doubt: Double { Self.doubt(of: deviation, standing: standing) }

  /// The same from a deviation and a share of standing.
  static func doubt(of deviation: Double, standing: Double) -> Double {
    standing > Usual.moving ? doubt(of: deviation) : 0
  }

  /// The standard deviation of a place, in metres, after fixes have wandered by a deviation.
  static func doubt(of deviation: Double) -> Double { min(most, scale * deviation) }

  /// Receives the next fix.
  ///
  /// - Parameters:
  ///   - passed: The seconds since the previous fix.
  ///   - stands: The probability that the carrier stands.
  mutating func receive(
    _ fix: Vector, at instant: Instant, after passed: Double, stands: Double
  ) {
    let passed = min(passed, Usual.longestStep)
    standing += (stands - standing) * passed / (passed + Usual.stay)
    if let sampled {
      let since = sampled.duration(to: instant).inSeconds
      guard since >= Usual.recent else { return }
      deviation = Self.faded(deviation, over: since)
    }
    sampled = instant
    begin(at: fix, instant)
    newer?.add(fix, stands)
  }

  /// The part of a deviation that is left after some seconds.
  static func faded(_ deviation: Double, over seconds: Double) -> Double {
    deviation * exp2(-max(0, seconds) / half)
  }

  /// Begins a new part once the present one is long enough, and looks at the last two.
  private mutating func begin(at fix: Vector, _ instant: Instant) {
    guard let newer else { return newer = Stretch(fix, instant) }
    let length = newer.start.duration(to: instant).inSeconds
    guard length >= Usual.trip / 2 else { return }
    if let older, let seen = older.scatter(with: newer) { deviation = max(deviation, seen) }
    // After a gap the last part is not followed by the next one.
    older = length > Usual.trip ? nil : newer
    self.newer = Stretch(fix, instant)
  }

  /// The fixes of some minutes.
  private struct Stretch: Codable {
    let start: Instant
    private let first: Vector
    private var count = 0.0
    private var stands = 0.0
    // The sums of the offsets from the first fix, and of their squares.
    private var sum = Vector(x: 0, y: 0, z: 0)
    private var squares = 0.0

    init(_ first: Vector, _ start: Instant) {
      (self.first, self.start) = (first, start)
    }

    mutating func add(_ fix: Vector, _ stands: Double) {
      let offset = fix - first
      count += 1
      self.stands += stands
      sum = sum + offset
      squares += offset.squaredLength
    }

    /// The standard deviation of each axis in this part and the next one, in metres; `nil` unless
    /// the carrier stood and there were fixes in most of the time.
    func scatter(with next: Stretch) -> Double? {
      let count = self.count + next.count
      guard count >= Usual.standing * Usual.trip / Usual.recent,
        stands + next.stands > Usual.standing * count
      else { return nil }
      let apart = first - next.first
      let sum = self.sum + apart * self.count + next.sum
      let squares =
        self.squares + 2 * self.sum.dot(apart) + self.count * apart.squaredLength + next.squares
      let mean = sum * (1 / count)
      return max(0, (squares / count - mean.squaredLength) / 2).squareRoot()
    }
  }

  /// Wander comes in bursts: in bad minutes it is this many times what ten minutes show.
  private static let scale = 2.5

  /// The largest doubt, in metres: a boat that swings slowly about its anchor looks like a wander, too, and an
  /// anchor that drags must be told.
  private static let most = 10.0

  /// The seconds after which half of the deviation is left: satellites return after hours.
  private static let half = 14_400.0
}

/// The metres that a crossing without a run needs at a region, after a receiver has wandered.
package struct WanderPrice: Hashable, Sendable {
  /// The standard deviation in metres by which fixes wandered while the carrier stood.
  package let wander: Double

  /// The metres past the border that an exit needs.
  package let exit: Double

  /// The metres past the border that an entry needs: small regions need fewer.
  package let entry: Double

  /// The price of a wander at a region; `nil` where it is not worth a line.
  ///
  /// - Parameter wander: The wander in metres, as it has faded until now.
  package init?(_ region: Region, wander: Double) {
    let place = max(BorderWatch.leastSigma, Wander.doubt(of: wander))
    let exit = max(region.sense.alone * place, region.cushion)
    // Less than a metre is within the usual differences of receivers.
    guard exit > max(region.sense.metres.alone, region.cushion) + 1 else { return nil }
    self.wander = wander
    self.exit = exit
    entry = min(exit, BorderWatch.smallDeep * region.shape.inradius)
  }
}

extension Memory {
  /// The wander in metres that is left at a time; `nil` if none was seen.
  package func wander(at time: Timestamp) -> Double? {
    guard let wander, let seen else { return nil }
    return Wander.faded(wander, over: seen.duration(to: time).inSeconds)
  }
}
