import Geofence
import Glibc

/// The position on which the plain rule bases its decisions.
///
/// Speed and course move the position, and the fixes correct it slowly, over 20 s. The correction
/// by one fix is limited, and a position that was far from all fixes for 20 s starts again.
struct PlainPosition: Sendable {
  /// The estimated position of the carrier.
  private(set) var place: Coordinate

  /// The standard deviation of each axis in metres.
  var sigma: Double { variance.squareRoot() }

  private var variance: Double
  private var instant: Instant
  private var velocity = LocalMap.Point(east: 0, north: 0)
  private var isVelocityKnown = false
  private var isTrackSeen = false
  private var astray = 0.0

  /// Starts at a fix.
  init(_ fix: TrustedFix) {
    place = fix.coordinate
    variance = Self.sigma(of: fix) * Self.sigma(of: fix)
    instant = fix.instant
    (velocity, isVelocityKnown) = readVelocity(fix)
  }

  /// Receives the next fix.
  mutating func receive(_ fix: TrustedFix) {
    let passed = instant.duration(to: fix.instant).inSeconds
    guard passed > 0 else { return }
    let sigma = Self.sigma(of: fix)
    let before = (velocity, isVelocityKnown)
    (velocity, isVelocityKnown) = readVelocity(fix)
    instant = fix.instant

    let carried = min(passed, 3)
    if isVelocityKnown && before.1 {
      move(
        east: (velocity.east + before.0.east) / 2 * carried,
        north: (velocity.north + before.0.north) / 2 * carried)
      let drift = max(0.3, 0.15 * sigma)
      variance += drift * drift * carried
    } else {
      variance += 64 * carried
    }
    if passed > 3 { variance += 4 * (passed - 3) * (passed - 3) }

    let noise = sigma * sigma * Self.correlation / min(passed, Self.correlation)
    let gain = variance / (variance + noise)
    let off = LocalMap(around: place).point(fix.coordinate)
    let distance = (off.east * off.east + off.north * off.north).squareRoot()
    let limit = max(8, 2.5 * variance.squareRoot())
    let share = gain * (distance > limit ? limit / distance : 1)
    move(east: off.east * share, north: off.north * share)
    variance *= 1 - gain

    astray = distance > 12 + 3 * sigma ? astray + min(passed, 5) : 0
    if astray > 20 {
      place = fix.coordinate
      variance = sigma * sigma
      astray = 0
    }
  }

  private mutating func move(east: Double, north: Double) {
    place = LocalMap(around: place).coordinate(LocalMap.Point(east: east, north: north))
  }

  /// The velocity in a fix, and whether it can be trusted.
  ///
  /// For a receiver that leaves speed and course blank, gpsd computes a speed from the positions,
  /// but no track. A speed is therefore trusted only after a fix with a track.
  private mutating func readVelocity(_ fix: TrustedFix) -> (LocalMap.Point, Bool) {
    let still = LocalMap.Point(east: 0, north: 0)
    guard let speed = fix.speed, speed.isFinite, speed >= 0 else { return (still, false) }
    guard let track = fix.track, track.isFinite else { return (still, speed < 0.5 && isTrackSeen) }
    if speed > 0.7 { isTrackSeen = true }
    guard speed >= 0.3 else { return (still, isTrackSeen) }
    let course = track * .pi / 180
    return (LocalMap.Point(east: speed * sin(course), north: speed * cos(course)), isTrackSeen)
  }

  private static func sigma(of fix: TrustedFix) -> Double { min(30, max(2, fix.sigma)) }

  /// The seconds for which the errors of fixes stay similar.
  private static let correlation = 20.0
}
