package import Base
package import Geofence
package import Picket

/// The course of a walk, fix by fix: the content of a report.
///
/// A replay notes each fix in it; the account itself reads nothing.
package struct Account: Sendable {
  /// The title of the walk.
  package let title: String

  /// The regions that were watched, including those that were removed during the walk.
  package private(set) var regions: [Region]

  /// The differences between the events of the replay and those of the walk, one line each.
  package var differences: [String] = []

  /// The nearest region of a recording without events that ends far from all of them, and its metres.
  package var farness: (region: String, metres: Double)?

  /// The time zone of the times in a page.
  package var zone = Zone.utc

  /// The time without a trusted fix after which the carrier is blind.
  package let blindLimit: Duration

  private var log = MomentLog()
  private var odometer = Odometer()
  private(set) var histories: [RegionHistory]
  package private(set) var events: [PlacedEvent] = []
  package private(set) var marks: [WalkMark] = []
  package private(set) var reminders: [Reminder] = []

  /// The times between a blind and a sighted finding.
  package private(set) var blind: [Interval] = []

  /// The times at which an approach cue played.
  package private(set) var cues = CueIntervals()

  /// The standard deviation of the position over time.
  private(set) var accuracy = Profile()

  /// The reports of the receiver besides its position.
  private(set) var readings = Readings()

  /// The events of a simple rule: a fix is inside a region or is not, and nothing else counts.
  private(set) var plain = PointRule()

  /// The times at which the watched regions changed, in seconds since the first trusted fix.
  package private(set) var changes: [Double] = []

  /// Whether the surroundings of the start and the end are left out.
  var hidesHome = false

  /// The times within the walk that are left out.
  private(set) var hidden: [Interval] = []

  /// The notes from which a shared report is made; `nil` if they are not kept.
  private(set) var notes: [Note]?

  /// The regions that were watched at first.
  let firstRegions: [Region]

  private var isLeavingOut = false
  private var places: [String: Int]
  private var reached: Set<Int> = []
  private var grounds: [Int: Grounds] = [:]

  /// An event and its place on the walk.
  package struct PlacedEvent: Hashable, Sendable {
    let event: Event
    /// The time of its confirmation, in seconds since the first trusted fix.
    let offset: Double
    /// The conditions of its crossing, and their values; `nil` for a dwell.
    let grounds: Grounds?
  }

  /// The maximum number of regions noted for one fix: the nearest ones.
  static let mostStandings = 12

  /// Creates an empty account of a walk.
  ///
  /// - Parameter isKeeping: Whether it keeps its notes, from which `hiding(_:)` makes another account.
  package init(
    title: String, regions: [Region], blindLimit: Duration, isKeeping: Bool = false
  ) {
    self.title = title
    firstRegions = regions
    notes = isKeeping ? [] : nil
    self.blindLimit = blindLimit
    self.regions = regions.filter(\.isEnabled).sorted { $0.id < $1.id }
    places = Dictionary(self.regions.enumerated().map { ($1.id, $0) }) { first, _ in first }
    histories = self.regions.map { _ in RegionHistory() }
  }

  /// All fixes, in order.
  var moments: [Moment] { log.moments }

  /// The regions within reach of the fixes, in the order of the fixes.
  var standings: [RegionStanding] { log.standings }

  /// The distance that the carrier covered, in metres.
  var distance: Double { odometer.metres }

  // MARK: Noting

  /// Notes that other regions are watched from now on; a changed region replaces the old one.
  package mutating func watch(_ watched: [Region]) {
    notes?.append(.watched(watched))
    for region in watched.filter(\.isEnabled).sorted(by: { $0.id < $1.id }) {
      if let place = places[region.id] {
        regions[place] = region
      } else {
        places[region.id] = regions.count
        regions.append(region)
        histories.append(RegionHistory())
      }
    }
    changes.append(moments.last?.offset ?? 0)
  }

  /// Notes a line before its findings.
  package mutating func note(_ line: LineSplitter.Line) {
    notes?.append(.line(line))
    readings.noteSky(of: line, at: moments.last?.offset)
  }

  /// Notes the findings of a line, and its fix if it has one.
  package mutating func explain(_ explanation: Explanation?, _ findings: [Finding]) {
    notes?.append(.findings(explanation, findings))
    if let explanation, case .trusted(let fix) = explanation.verdict {
      return trust(fix, explanation, findings)
    }
    for finding in findings { _ = weigh(finding) }
    if let explanation, case .rejected(let reason) = explanation.verdict {
      log.append(explanation.fix, rejected: reason)
      notePlain(explanation.fix, reason)
    }
  }

  /// Notes that fixes are left out here: no line is drawn across them.
  mutating func leaveOut() { isLeavingOut = log.hasTrusted }

  /// Notes a mark that the carrier made.
  package mutating func mark(_ mark: WalkMark) {
    marks.append(mark)
  }

  /// Notes a reminder that sounded.
  package mutating func remind(_ reminder: Reminder) {
    reminders.append(reminder)
  }

  private mutating func trust(
    _ fix: TrustedFix, _ explanation: Explanation, _ findings: [Finding]
  ) {
    let offset = log.begin(fix)
    // No line is drawn across a gap.
    let isAfterGap = isLeavingOut || findings.contains(where: \.isAfterGap)
    if isLeavingOut, let last = log.moments.last {
      hidden.append(Interval(start: last.offset, end: offset))
      isLeavingOut = false
    }
    if isAfterGap { accuracy.lift() }
    readings.note(fix, at: offset, isAfterGap: isAfterGap)
    let near = noteStandings(explanation.standings, offset, fix.instant)
    var weight = Moment.Weight.nothing
    for finding in findings { weight = max(weight, weigh(finding, at: (fix, offset))) }
    let estimate = explanation.estimate
    log.append(
      fix, at: offset, estimate: estimate.map { ($0.coordinate, $0.sigma) }, near: near,
      weight: weight)
    accuracy.note(estimate?.sigma ?? fix.sigma, at: offset)
    odometer.note(estimate?.coordinate, isNew: fix.restarts || hidden.last?.end == offset)
  }

  /// Notes the regions within reach of a fix, and returns the nearest of them.
  private mutating func noteStandings(
    _ standings: [Standing], _ offset: Double, _ instant: Instant
  ) -> [RegionStanding] {
    var near: [RegionStanding] = []
    var now: Set<Int> = []
    for standing in standings {
      guard let place = places[standing.region] else { continue }
      let kept = RegionStanding(
        region: place, state: standing.state, side: standing.side, depth: standing.depth,
        rawDepth: standing.rawDepth, pending: standing.pending, missing: standing.missing)
      histories[place].note(kept, at: offset, instant)
      plain.note(place, isInside: standing.rawDepth > 0, at: offset)
      if let found = standing.grounds { grounds[place] = found }
      now.insert(place)
      near.append(kept)
    }
    for place in reached.subtracting(now) {
      histories[place].note(nil, at: offset, instant)
      plain.note(place, isInside: false, at: offset)
    }
    reached = now
    if near.count > Self.mostStandings {
      near.sort { (abs($0.depth), $0.region) < (abs($1.depth), $1.region) }
      near.removeLast(near.count - Self.mostStandings)
    }
    return near
  }

  /// Notes a rejected fix for the simple rule, which rejects none.
  private mutating func notePlain(_ fix: Fix, _ reason: Rejection) {
    guard reason != .duplicate, let coordinate = fix.coordinate, coordinate.isValid,
      let offset = moments.last?.offset
    else { return }
    // Exclusions are not evaluated here: a region with some waits for its next trusted fix.
    for place in reached where regions[place].exclude.isEmpty {
      plain.note(place, isInside: regions[place].shape.depth(at: coordinate) > 0, at: offset)
    }
  }

  private mutating func weigh(
    _ finding: Finding, at fix: (fix: TrustedFix, offset: Double)? = nil
  ) -> Moment.Weight {
    switch finding {
    case .event(let event):
      // An event of a deadline between two fixes gets its offset from the fix before it.
      let offset =
        fix.flatMap { event.time == $0.fix.time ? $0.offset : nil }
        ?? log.offset(of: event.time) ?? fix?.offset ?? 0
      let grounds =
        event.kind.isCrossing ? places[event.region].flatMap { self.grounds[$0] } : nil
      events.append(PlacedEvent(event: event, offset: offset, grounds: grounds))
      if fix == nil { log.markLast(.event) }
      return .event
    case .sighted(_, let unseen?):
      // Blind time before the first trusted fix has no offset on the walk.
      guard log.hasTrusted, let offset = fix?.offset else { return .changed }
      blind.append(Interval(start: max(0, offset - unseen.inSeconds), end: offset))
      log.markLast(.changed)
      return .changed
    case .cue(let cue, let instant):
      cues.note(cue?.ofApproach, at: log.offset(of: instant) ?? 0)
      return cue == nil ? .nothing : .changed
    case .determined, .sighted, .expired, .resumed: return .changed
    case .blind, .noted: return .nothing
    }
  }
}

extension Finding {
  /// Whether the finding follows a time without trusted fixes.
  fileprivate var isAfterGap: Bool {
    if case .sighted(_, .some) = self { true } else { false }
  }
}

/// Measures the distance that the carrier covers.
struct Odometer: Sendable {
  /// The distance in metres.
  private(set) var metres = 0.0

  private var anchor: Coordinate?

  /// Notes the next position; a new start adds no distance.
  mutating func note(_ place: Coordinate?, isNew: Bool) {
    guard let place else { return }
    guard let anchor, !isNew else {
      self.anchor = place
      return
    }
    // Shorter steps are mostly noise: a carrier that stands still covers no distance.
    let step = anchor.distance(to: place)
    guard step >= 5 else { return }
    metres += step
    self.anchor = place
  }
}
