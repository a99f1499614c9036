import Base
import Geofence
import RegionFiles

/// Watches the border of one region by a rule with which Picket's own is compared.
///
/// A crossing counts when the carrier is past a threshold for as long as the linger. The threshold
/// is smaller after a run of 20 m without turning back.
struct PlainWatch: Sendable {
  let region: Region
  let area: Shape

  /// The confirmed state.
  private(set) var state: RegionState

  /// The instant at which the border was passed, for the pending or the last confirmed crossing.
  private(set) var passage: Instant?

  // The metres past the border that are enough after a run, and without a run.
  private let entry: (run: Double, deep: Double)
  private let exit: (run: Double, deep: Double)
  // The metres from the border that make the first state clear, and the longest wait for them.
  private let clear: Double
  private let longestDoubt: Duration
  private var first: Instant?
  private var last: (past: Double, instant: Instant)?
  private var lowest = 0.0
  private var highest = 0.0
  private var runSince: Instant?
  private var deepSince: Instant?

  /// Starts to watch, with or without a known state.
  init(_ region: Region, area: Shape, rule: Rule, state: RegionState = .unknown) {
    self.region = region
    self.area = area
    self.state = state
    longestDoubt = .seconds(rule == .plain ? 30 : 20)
    // Raw fixes need only the cushion.
    let (run, deep) = rule == .plain ? (2.0, 12.0) : (0, 0)
    exit = (max(run, region.cushion), max(deep, region.cushion))
    clear = exit.deep
    guard rule == .plain else {
      entry = exit
      return
    }
    let inradius = area.inradius
    entry = (min(exit.run, 0.3 * inradius), min(exit.deep, 0.6 * inradius))
  }

  /// Receives the next fix.
  ///
  /// - Parameters:
  ///   - depth: The depth of the position in metres.
  ///   - rawDepth: The depth of the fix itself.
  ///   - sigma: The standard deviation of the position in metres.
  /// - Returns: Whether the state changed from inside to outside or back.
  mutating func receive(
    depth: Double, rawDepth: Double, sigma: Double, at instant: Instant
  ) -> Bool {
    guard state != .unknown else {
      determine(depth, sigma, at: instant)
      return false
    }
    let sign: Double = state == .inside ? -1 : 1
    let (past, rawPast) = (sign * depth, sign * rawDepth)
    notePassage(past, at: instant)
    if first == nil || past < lowest { (lowest, highest) = (past, past) }
    first = first ?? instant
    highest = max(highest, past)
    if highest - past > 3 { (lowest, highest) = (past, past) }

    let needed = state == .outside ? entry : exit
    let isPast = past > needed.run && rawPast > needed.run
    runSince = isPast && past - lowest >= 20 ? runSince ?? instant : nil
    deepSince = isPast && past > needed.deep ? deepSince ?? instant : nil
    return confirm(at: instant)
  }

  /// Confirms a crossing that has lasted long enough; returns whether there was such a crossing.
  private mutating func confirm(at instant: Instant) -> Bool {
    guard let since = Instant.earliest(runSince, deepSince), let last,
      since.duration(to: instant) >= region.linger
    else { return false }
    state = state == .inside ? .outside : .inside
    (runSince, deepSince) = (nil, nil)
    (lowest, highest) = (-last.past, -last.past)
    self.last = (-last.past, last.instant)
    return true
  }

  /// Determines the side of the first fixes; this is not an event.
  private mutating func determine(_ depth: Double, _ sigma: Double, at instant: Instant) {
    let first = first ?? instant
    self.first = first
    guard abs(depth) > max(clear, 2 * sigma) || first.duration(to: instant) >= longestDoubt else {
      return
    }
    state = depth > 0 ? .inside : .outside
    (lowest, highest) = (-abs(depth), -abs(depth))
    last = (lowest, instant)
  }

  private mutating func notePassage(_ past: Double, at instant: Instant) {
    defer { last = (past, instant) }
    guard past > 0 else { return passage = nil }
    guard let last, last.past <= 0 else { return passage = passage ?? instant }
    let share = last.past / (last.past - past)
    passage = last.instant.advanced(by: last.instant.duration(to: instant) * share)
  }
}
