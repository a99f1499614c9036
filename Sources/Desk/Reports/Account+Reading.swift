package import Geofence
internal import Notation
internal import Picket
internal import System

extension Account {
  /// When the walk begins and ends, in seconds since its first trusted fix.
  package var span: Interval {
    var span = Interval(start: moments.first?.offset ?? 0, end: moments.last?.offset ?? 0)
    for event in events { span.end = max(span.end, event.offset) }
    return span
  }

  /// The times of first and last fix, as the receiver said them.
  package var times: (first: Timestamp, last: Timestamp)? {
    let timed = moments.lazy.compactMap(\.time)
    guard let first = timed.first,
      let last = moments.last(where: { $0.time != nil })?.time
    else { return nil }
    return (first, last)
  }

  /// The receiver's time of the moment that lies so many seconds after the first trusted fix.
  package func time(at offset: Double) -> Timestamp? {
    // The clock may have been set on the way: that of the fix before it counts.
    let before = moments.lastIndex { $0.rejection == nil && $0.offset <= offset }
    let base = before ?? moments.firstIndex { $0.rejection == nil }
    guard let base, let time = moments[base].time else { return nil }
    return time.advanced(by: .seconds(offset - moments[base].offset))
  }

  /// The place of a time by the receiver's clock; `nil` when there is no fix near it.
  package func offset(of time: Timestamp) -> Double? {
    var nearest: Moment?
    for moment in moments where moment.rejection == nil {
      guard let own = moment.time, own <= time else { continue }
      if nearest?.time.map({ $0 <= own }) ?? true { nearest = moment }
    }
    guard let nearest, let own = nearest.time else { return nil }
    let passed = own.duration(to: time).inSeconds
    return passed < 3600 ? nearest.offset + passed : nil
  }

  /// Where on the timelines the marks are whose time is known.
  var flags: [(offset: Double, text: String)] {
    marks.compactMap { mark in
      mark.time.flatMap(offset(of:)).map { ($0, mark.text) }
    }
  }

  /// How often fixes came, in seconds from one to the next.
  package var pace: Double {
    let steps = zip(moments, moments.dropFirst()).map { $1.offset - $0.offset }
      .filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 1 : steps[steps.count / 2]
  }

  /// How many regions' borders the fixes came within reach of, by their place.
  package var near: [Int] { regions.indices.filter { histories[$0].isNear } }

  /// How many fixes were trusted, and how many were not for which reason.
  package var counts: (trusted: Int, rejected: [(reason: Rejection, count: Int)]) {
    var rejected: [Rejection: Int] = [:]
    for moment in moments {
      if let reason = moment.rejection { rejected[reason, default: 0] += 1 }
    }
    let total = rejected.values.reduce(0, +)
    return (
      moments.count - total,
      Rejection.allCases.compactMap { reason in rejected[reason].map { (reason, $0) } }
    )
  }
}

extension Account {
  /// When nothing could be seen, also before the first trusted fix and after the last.
  var unseen: [Interval] {
    guard let first = moments.first, let last = moments.last else { return [] }
    let trusted = moments.last { $0.rejection == nil }
    var unseen = blind
    if first.offset < 0 { unseen.insert(Interval(start: first.offset, end: 0), at: 0) }
    let quiet = trusted.map(\.offset) ?? first.offset
    if last.offset - quiet > blindLimit.inSeconds {
      unseen.append(Interval(start: quiet, end: last.offset))
    }
    return unseen
  }

  /// After so many seconds without a trusted fix the track is broken.
  var longestStep: Double { min(blindLimit.inSeconds, max(3, 3 * pace)) }
}
