internal import Geofence

/// The fixes of a walk in order, each with its offset and its weight.
struct MomentLog: Sendable {
  private(set) var moments: [Moment] = []
  private(set) var standings: [RegionStanding] = []

  private var origin: Instant?
  private var last: (fix: TrustedFix, moment: Int)?

  /// Whether a trusted fix was added.
  var hasTrusted: Bool { last != nil }

  // MARK: Adding

  /// Prepares for a trusted fix, and returns its offset.
  mutating func begin(_ fix: TrustedFix) -> Double {
    if last == nil { placeEarlier(than: fix) }
    return offset(of: fix)
  }

  /// Adds a trusted fix, with the regions within reach and at least this weight.
  mutating func append(
    _ fix: TrustedFix, at offset: Double, estimate: (coordinate: Coordinate, sigma: Double)?,
    near: [RegionStanding], weight: Moment.Weight
  ) {
    let range = standings.count..<standings.count + near.count
    standings += near
    let weight = max(weight, self.weight(of: range))
    var moment = Moment(
      offset: offset, time: fix.time, rejection: nil, raw: fix.coordinate,
      estimate: estimate?.coordinate, sigma: estimate?.sigma ?? fix.sigma, eph: fix.eph,
      standings: range, trackState: trackState(range), weight: weight)
    if let last, last.fix.instant == fix.instant, last.moment == moments.count - 1 {
      // A later part of one fix.
      moment.weight = max(weight, moments.removeLast().weight)
    }
    moments.append(moment)
    last = (fix, moments.count - 1)
  }

  /// Adds a fix that was not trusted.
  mutating func append(_ fix: Fix, rejected reason: Rejection) {
    let isFirst = moments.last.map { $0.rejection != reason } ?? true
    if isFirst, !moments.isEmpty { mark(moments.count - 1, .rejected) }
    moments.append(
      Moment(
        offset: offset(of: fix), time: fix.time, rejection: reason,
        raw: fix.coordinate.flatMap { $0.isValid ? $0 : nil }, estimate: nil, sigma: 0,
        eph: fix.eph, standings: standings.endIndex..<standings.endIndex, trackState: .unknown,
        weight: isFirst ? .rejected : .nothing))
  }

  /// Gives the last trusted fix at least this weight.
  mutating func markLast(_ weight: Moment.Weight) {
    if let last { mark(last.moment, weight) }
  }

  // MARK: Offsets

  /// The offset of a time, counted from the last trusted fix; `nil` without a trusted fix.
  func offset(of time: Timestamp) -> Double? {
    last.map { offset(of: $0.fix) + $0.fix.time.duration(to: time).inSeconds }
  }

  /// The offset of a fix that was not trusted, by the fix's own time if that is plausible.
  private func offset(of fix: Fix) -> Double {
    guard last != nil else { return 0 }
    let before = moments.last?.offset ?? 0
    guard let offset = fix.time.flatMap({ offset(of: $0) }) else { return before }
    // The fix may have been rejected because its clock is wrong.
    return offset >= before && offset < before + 3600 ? offset : before
  }

  /// The offset of an instant, in seconds since the first trusted fix.
  func offset(of instant: Instant) -> Double? { origin.map { $0.duration(to: instant).inSeconds } }

  /// The offset of a trusted fix, in seconds since the first trusted fix.
  private func offset(of fix: TrustedFix) -> Double {
    origin.map { $0.duration(to: fix.instant).inSeconds } ?? 0
  }

  /// Sets the offsets of the fixes before the first trusted fix.
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

  /// The weight of a change since the previous trusted fix.
  private mutating func weight(of range: Range<Int>) -> Moment.Weight {
    guard let last else { return .changed }
    if last.moment < moments.count - 1 { return .rejected }
    let before = standings[moments[last.moment].standings]
    let isSame = before.elementsEqual(standings[range]) { left, right in
      left.region == right.region && left.state == right.state && left.pending == right.pending
    }
    if isSame { return .nothing }
    mark(last.moment, .changed)
    return .changed
  }

  private func trackState(_ range: Range<Int>) -> Moment.TrackState {
    let standings = standings[range]
    if standings.contains(where: { $0.pending != nil }) { return .pending }
    if standings.contains(where: { $0.state == .inside }) { return .inside }
    return standings.contains { $0.state == .unknown || $0.state == .unsure } ? .unknown : .outside
  }
}
