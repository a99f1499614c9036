/// Decides when the approach cue of one region plays, and in which step.
///
/// Each fix gives it the course of the carrier. The cue begins when the carrier moves towards the
/// border and will reach it soon, and ends when that is no longer so. Without a crossing, the cue
/// plays for a limited time in all; this time begins anew when the carrier has turned back.
struct Approach: Codable, Hashable, Sendable {
  /// The step in which the cue plays; `nil` while it is silent.
  private(set) var step: Int?

  /// The seconds to the border at the last course towards it; `nil` before the first, and in walks
  /// of older releases.
  private(set) var seconds: Double?

  /// The reason for which the cue is silent, or was silent before it began.
  private(set) var silence = CueSilence.far

  // The time for which the cue has played since the carrier last turned back.
  private var played = Duration.zero
  // Whether the cue is silent until the carrier has turned back.
  private var isSpent = false
  // The least distance from the border since the carrier last turned back, in metres.
  private var nearest = Double.infinity
  private var towardsSince: Instant?
  private var lastTowards: Instant?
  private var last: Instant?

  private enum CodingKeys: CodingKey {
    case step, seconds, silence, played, isSpent, nearest, towardsSince, lastTowards, last
  }

  /// The instant at which the cue has played for as long as it may; `nil` while it is silent.
  func limit(_ rule: ApproachRule) -> Instant? {
    step == nil ? nil : last?.advanced(by: rule.longest - played)
  }

  /// Receives the next course.
  mutating func receive(_ course: Course, _ rule: ApproachRule, at now: Instant) {
    count(until: now)
    last = now
    noteDistance(course)
    if isSpent { return }
    let limit = rule.limit.inSeconds
    switch course.heading {
    case .towards(let seconds):
      self.seconds = seconds
      lastTowards = now
      let since = towardsSince ?? now
      towardsSince = since
      if let step {
        seconds > limit * Self.hysteresis ? fallSilent(.far) : change(step, seconds, limit)
      } else if seconds > limit {
        silence = .far
      } else if since.duration(to: now) >= Self.confirmation || seconds <= limit / 4 {
        step = Self.step(seconds, limit)
      }
    case .along:
      towardsSince = nil
      let gone = lastTowards.map { $0.duration(to: now) >= Self.patience } ?? true
      if gone { fallSilent(.along) }
    case .far: fallSilent(.far)
    case .away: fallSilent(.away)
    case .still: fallSilent(.still)
    case .unseen: fallSilent(.unseen)
    }
    if step != nil, played >= rule.longest { spend(.lasted) }
  }

  /// Ends the cue at an instant: it has played for as long as it may, or no fix has come.
  mutating func end(at now: Instant, _ rule: ApproachRule) {
    guard step != nil else { return }
    count(until: now)
    last = now
    played >= rule.longest ? spend(.lasted) : fallSilent(.unseen)
  }

  /// Silences the cue until the carrier has turned back.
  mutating func acknowledge(at now: Instant) {
    guard step != nil else { return }
    count(until: now)
    last = now
    spend(.acknowledged)
  }

  private mutating func fallSilent(_ reason: CueSilence) {
    step = nil
    towardsSince = nil
    silence = reason
  }

  private mutating func spend(_ reason: CueSilence) {
    fallSilent(reason)
    isSpent = true
  }

  private mutating func count(until now: Instant) {
    if step != nil, let last { played += max(.zero, last.duration(to: now)) }
  }

  /// Notes whether the carrier has turned back, and is clear of the border.
  private mutating func noteDistance(_ course: Course) {
    nearest = min(nearest, course.distance)
    guard course.distance >= nearest + max(Self.back, 2 * course.sigma) else { return }
    nearest = course.distance
    isSpent = false
    if step == nil { played = .zero }
  }

  // MARK: Steps

  /// Changes to a faster step at once, and to a slower step only when that is clear.
  private mutating func change(_ now: Int, _ seconds: Double, _ limit: Double) {
    let new = Self.step(seconds, limit)
    step = new >= now ? new : min(now, Self.step(seconds / Self.hysteresis, limit))
  }

  /// The step for this many seconds to the border.
  private static func step(_ seconds: Double, _ limit: Double) -> Int {
    seconds > limit / 2 ? 1 : seconds > limit / 4 ? 2 : seconds > limit / 8 ? 3 : 4
  }

  /// A slower step, or the end, needs this many times the seconds of its bound.
  private static let hysteresis = 1.25

  /// The time for which a carrier must move towards the border, unless the border is very near.
  private static let confirmation = Duration.milliseconds(900)

  /// Along the border the cue ends after this time, as with parking sensors.
  private static let patience = Duration.seconds(3)

  /// A carrier that is this many metres farther away than before has turned back.
  private static let back = 10.0
}
