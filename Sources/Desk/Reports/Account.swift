package import Geofence
internal import Notation
package import Picket
package import System

/// What happened on a walk, fix by fix: what a report shows.
///
/// It is told each fix after it was replayed, and reads nothing itself.
package struct Account: Sendable {
  /// What the walk is called.
  package let title: String

  /// The regions that were watched, also those that were taken out on the way.
  package private(set) var regions: [Region]

  /// How the events that are shown differ from those that were told on the walk, a line each.
  package var differences: [String] = []

  /// The time zone of the times in a page.
  package var zone = Zone.utc

  /// How long without a trusted fix made it blind.
  package let blindLimit: Duration

  private(set) var moments: [Moment] = []
  private(set) var stands: [Stand] = []
  private(set) var histories: [RegionHistory]
  package private(set) var events: [Happening] = []
  package private(set) var marks: [Mark] = []

  /// The times in which nothing could be seen.
  package private(set) var blind: [Interval] = []

  /// The standard deviation of the position over time.
  private(set) var accuracy = Profile()

  /// How far the carrier came, in metres.
  private(set) var distance = 0.0

  /// An event and its place on the walk.
  package struct Happening: Hashable, Sendable {
    let event: Event
    /// When it was confirmed, in seconds since the first trusted fix.
    let offset: Double
    /// What its crossing needed and had; not for a dwell.
    let grounds: Grounds?
  }

  /// When other regions were watched from, in seconds since the first trusted fix.
  package private(set) var changes: [Double] = []

  private var places: [String: Int]
  private var origin: Instant?
  private var last: (fix: TrustedFix, moment: Int)?
  private var anchor: Coordinate?
  private var reached: Set<Int> = []
  private var grounds: [Int: Grounds] = [:]

  /// Of more regions than these within reach of one fix only the nearest are noted for it.
  static let mostStands = 12

  /// Creates the account of a walk on which nothing has happened yet.
  package init(title: String, regions: [Region], blindLimit: Duration) {
    self.title = title
    self.blindLimit = blindLimit
    self.regions = regions.filter(\.isEnabled).sorted { $0.id < $1.id }
    places = Dictionary(self.regions.enumerated().map { ($1.id, $0) }) { first, _ in first }
    histories = self.regions.map { _ in RegionHistory() }
  }

  /// Notes that other regions are watched from here on; of one that was changed the last counts.
  package mutating func watch(_ watched: [Region]) {
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

  // MARK: Fixes

  /// Notes what a line led to, and the fix that it was, if it was one.
  package mutating func note(_ explanation: Explanation?, _ findings: [Finding]) {
    switch explanation?.verdict {
    case .rejected(let reason)?:
      for finding in findings { _ = note(finding) }
      if let explanation { noteRejected(explanation.fix, reason) }
    case .trusted(let fix)?:
      if let explanation { note(fix, explanation, findings) }
    case nil:
      for finding in findings { _ = note(finding) }
    }
  }

  /// Notes a mark that the carrier made.
  package mutating func note(_ mark: Mark) {
    marks.append(mark)
  }

  private mutating func noteRejected(_ fix: Fix, _ reason: Rejection) {
    let isFirst = moments.last.map { $0.rejection != reason } ?? true
    if isFirst, !moments.isEmpty { mark(moments.count - 1, .rejected) }
    moments.append(
      Moment(
        offset: offset(of: fix), time: fix.time, rejection: reason,
        raw: fix.coordinate.flatMap { $0.isValid ? $0 : nil }, estimate: nil, sigma: 0,
        eph: fix.eph, stands: stands.endIndex..<stands.endIndex, look: .unknown,
        weight: isFirst ? .rejected : .nothing))
  }

  private mutating func note(
    _ fix: TrustedFix, _ explanation: Explanation, _ findings: [Finding]
  ) {
    if last == nil { placeEarlier(than: fix) }
    let offset = offset(of: fix)
    let first = stands.count
    // Lines do not go on over what was not seen.
    if findings.contains(where: \.isAfterGap) {
      accuracy.lift()
      for place in reached { histories[place].lift() }
    }
    noteStandings(explanation.standings, offset, fix.instant)
    var weight = self.weight(of: first..<stands.count)
    for finding in findings {
      weight = max(weight, note(finding, at: (fix, offset)))
    }
    moments.append(
      Moment(
        offset: offset, time: fix.time, rejection: nil, raw: fix.coordinate,
        estimate: explanation.estimate?.coordinate, sigma: explanation.estimate?.sigma ?? fix.sigma,
        eph: fix.eph, stands: first..<stands.count, look: look(first..<stands.count),
        weight: weight))
    accuracy.note(explanation.estimate?.sigma ?? fix.sigma, at: offset)
    noteDistance(explanation.estimate?.coordinate, isNew: fix.restarts)
    last = (fix, moments.count - 1)
  }

  private mutating func noteStandings(
    _ standings: [Standing], _ offset: Double, _ instant: Instant
  ) {
    var near: [Stand] = []
    var now: Set<Int> = []
    for standing in standings {
      guard let place = places[standing.region] else { continue }
      let stand = Stand(
        region: place, state: standing.state, depth: standing.depth, rawDepth: standing.rawDepth,
        pending: standing.pending, missing: standing.missing)
      histories[place].note(stand, at: offset, instant)
      if let one = standing.grounds { grounds[place] = one }
      now.insert(place)
      near.append(stand)
    }
    for place in reached.subtracting(now) { histories[place].note(nil, at: offset, instant) }
    reached = now
    if near.count > Self.mostStands {
      near.sort { (abs($0.depth), $0.region) < (abs($1.depth), $1.region) }
      near.removeLast(near.count - Self.mostStands)
    }
    stands += near
  }

  private mutating func note(
    _ finding: Finding, at fix: (fix: TrustedFix, offset: Double)? = nil
  ) -> Moment.Weight {
    switch finding {
    case .event(let event):
      // A deadline between two fixes has its time from the one before it.
      let place =
        fix.flatMap { event.time == $0.fix.time ? $0.offset : nil }
        ?? last.map { offset(of: $0.fix) + $0.fix.time.duration(to: event.time).inSeconds }
        ?? fix?.offset ?? 0
      let ground = event.kind == .dwell ? nil : places[event.region].flatMap { grounds[$0] }
      events.append(Happening(event: event, offset: place, grounds: ground))
      if fix == nil, let last { mark(last.moment, .event) }
      return .event
    case .sighted(_, let unseen?):
      // What was not seen before the first fix of all has no place on the walk.
      guard let last, let offset = fix?.offset else { return .changed }
      blind.append(Interval(start: max(0, offset - unseen.inSeconds), end: offset))
      mark(last.moment, .changed)
      return .changed
    case .determined, .sighted, .expired, .resumed: return .changed
    case .blind: return .nothing
    }
  }

  // MARK: Places in time

  /// When a fix was that has no place on the timeline, because it was not trusted.
  private func offset(of fix: Fix) -> Double {
    guard let last else { return 0 }
    let before = moments.last?.offset ?? 0
    guard let time = fix.time else { return before }
    let offset = offset(of: last.fix) + last.fix.time.duration(to: time).inSeconds
    // Its clock may be what is wrong with it.
    return offset >= before && offset < before + 3600 ? offset : before
  }

  /// When a trusted fix was, in seconds since the first one.
  private func offset(of fix: TrustedFix) -> Double {
    origin.map { $0.duration(to: fix.instant).inSeconds } ?? 0
  }

  /// Puts the fixes before the first trusted one where they belong.
  private mutating func placeEarlier(than fix: TrustedFix) {
    origin = fix.instant
    var next = 0.0
    for index in moments.indices.reversed() {
      let ahead = moments[index].time.map { $0.duration(to: fix.time).inSeconds } ?? 0
      if -ahead <= next, ahead < 6 * 3600 { next = -ahead }
      moments[index].offset = next
    }
  }

  // MARK: Weights

  private mutating func mark(_ moment: Int, _ weight: Moment.Weight) {
    moments[moment].weight = max(moments[moment].weight, weight)
  }

  /// Whether anything is another than at the trusted fix before.
  private mutating func weight(of range: Range<Int>) -> Moment.Weight {
    guard let last else { return .changed }
    if last.moment < moments.count - 1 { return .rejected }
    let before = stands[moments[last.moment].stands]
    let isSame = before.elementsEqual(stands[range]) { left, right in
      left.region == right.region && left.state == right.state && left.pending == right.pending
    }
    if isSame { return .nothing }
    mark(last.moment, .changed)
    return .changed
  }

  private func look(_ range: Range<Int>) -> Moment.Look {
    let stands = stands[range]
    if stands.contains(where: { $0.pending != nil }) { return .pending }
    if stands.contains(where: { $0.state == .inside }) { return .inside }
    return stands.contains { $0.state == .unknown } ? .unknown : .outside
  }

  private mutating func noteDistance(_ place: Coordinate?, isNew: Bool) {
    guard let place else { return }
    guard let anchor, !isNew else {
      self.anchor = place
      return
    }
    // Shorter steps are mostly noise: who stands still comes nowhere.
    let step = anchor.distance(to: place)
    guard step >= 5 else { return }
    distance += step
    self.anchor = place
  }
}

extension Finding {
  /// Whether nothing was seen for too long before it.
  fileprivate var isAfterGap: Bool {
    if case .sighted(_, .some) = self { true } else { false }
  }
}
