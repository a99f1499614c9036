/// The regions of a course that have reported, and the courses at crossings.
struct CourseBook: Codable, Sendable {
  /// The first event of each region that counts, since the last reset.
  private(set) var done: [String: Timestamp] = [:]

  /// The course at the beginning of a crossing that may be pending, by region.
  private var tracks: [String: Track] = [:]

  // The regions whose events count: those that come first for others, or report once.
  private var names: Set<String> = []
  // The regions with a rule, so that others cost nothing.
  private var rules: [String: OrderRule] = [:]

  /// The last crossing of each region that did not count because of its course.
  private(set) var refusals: [String: WrongCourse] = [:]

  private struct Track: Codable {
    var noticed: Instant
    var degrees: Double?
  }

  private enum CodingKeys: CodingKey { case done, tracks }

  /// Whether any region has a rule.
  var isEmpty: Bool { rules.isEmpty }

  /// Adopts other regions; those that remain keep what they have reported.
  mutating func watch(_ regions: some Sequence<Region>) {
    rules = [:]
    names = []
    for region in regions where region.order != OrderRule() {
      let order = region.order
      rules[region.id] = order
      names.insert(region.id)
      if let after = order.after { names.insert(after) }
    }
    tracks = tracks.filter { rules[$0.key]?.heading != nil }
    refusals = refusals.filter { rules[$0.key]?.heading != nil }
    done = done.filter { names.contains($0.key) }
  }

  /// Continues from what an earlier monitor has seen.
  mutating func resume(_ memory: [String: Timestamp]) {
    done = memory.filter { names.contains($0.key) }
  }

  /// Continues from another book of the same regions.
  mutating func resume(_ book: CourseBook) {
    resume(book.done)
    tracks = book.tracks
  }

  /// Notes that a region has reported.
  mutating func report(_ region: String, at time: Timestamp) {
    if names.contains(region), done[region] == nil { done[region] = time }
  }

  /// Begins the course anew; returns the number of regions that had reported.
  mutating func reset() -> Int {
    defer { done = [:] }
    return done.count
  }

  /// The reason for which a region does not report now.
  func silence(of region: String) -> OrderSilence? {
    guard let rule = rules[region] else { return nil }
    if let after = rule.after, done[after] == nil { return .asleep(after: after) }
    if rule.isOnce, let time = done[region] { return .done(time) }
    return nil
  }

  // MARK: Courses

  /// Notes the course at the beginning of a crossing.
  mutating func hold(_ track: Double?, of region: String, noticed: Instant) {
    guard rules[region]?.heading != nil, tracks[region]?.noticed != noticed else { return }
    tracks[region] = Track(noticed: noticed, degrees: track)
  }

  /// The course at the beginning of a crossing, or else the present course.
  func track(of region: String, noticed: Instant?, or present: Double?) -> Double? {
    guard let track = tracks[region], track.noticed == noticed else { return present }
    return track.degrees
  }

  /// Whether a crossing at this course counts; if not, that is noted.
  mutating func accepts(_ track: Double?, of region: String, at time: Timestamp) -> Bool {
    guard let heading = rules[region]?.heading else { return true }
    if let track, heading.contains(track) { return true }
    refusals[region] = WrongCourse(time: time, track: track)
    return false
  }
}

/// The reason for which a region of a course does not report.
public enum OrderSilence: Hashable, Sendable {
  /// Another region has to report first.
  case asleep(after: String)
  /// It reports once, and has reported at this time.
  case done(Timestamp)
}

/// A crossing that did not count because of its course.
public struct WrongCourse: Hashable, Sendable {
  /// The time at which it was confirmed.
  public let time: Timestamp
  /// The course in degrees from true north; `nil` if it was not known.
  public let track: Double?
}
