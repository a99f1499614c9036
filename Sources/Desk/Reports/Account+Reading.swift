internal import Base
package import Geofence
internal import Picket

extension Account {
  /// The interval from the start to the end of the walk, in seconds since its first trusted fix.
  package var span: Interval {
    var span = Interval(start: moments.first?.offset ?? 0, end: moments.last?.offset ?? 0)
    for event in events { span.end = max(span.end, event.offset) }
    return span
  }

  /// The times of the first and the last fix, by the receiver's clock.
  package var times: (first: Timestamp, last: Timestamp)? {
    let timed = moments.lazy.compactMap(\.time)
    guard let first = timed.first,
      let last = moments.last(where: { $0.time != nil })?.time
    else { return nil }
    return (first, last)
  }

  /// The receiver's time this many seconds after the first trusted fix.
  package func time(at offset: Double) -> Timestamp? {
    // The receiver's clock may have been set during the walk: the last fix before gives the time.
    let before = moments.lastIndex { $0.rejection == nil && $0.offset <= offset }
    let base = before ?? moments.firstIndex { $0.rejection == nil }
    guard let base, let time = moments[base].time else { return nil }
    return time.advanced(by: .seconds(offset - moments[base].offset))
  }

  /// The offset of a time of the receiver's clock; `nil` when no fix is near it.
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

  /// The marks whose time is known, with their offsets on the timelines.
  var flags: [(offset: Double, text: String)] {
    marks.compactMap { mark in
      mark.time.flatMap(offset(of:)).map { ($0, mark.text) }
    }
  }

  /// The reminders, with their offsets on the timelines.
  var bells: [(offset: Double, reminder: Reminder)] {
    reminders.compactMap { reminder in offset(of: reminder.time).map { ($0, reminder) } }
  }

  /// The marks whose position is known.
  var placedMarks: [(mark: WalkMark, coordinate: Coordinate)] {
    marks.compactMap { mark in mark.coordinate.map { (mark, $0) } }
  }

  /// The trusted fixes of the track, cut at long gaps.
  var segments: [[Moment]] {
    var segments: [[Moment]] = []
    let longest = longestStep
    for moment in moments where moment.rejection == nil {
      if let last = segments.last?.last, moment.offset - last.offset <= longest {
        segments[segments.count - 1].append(moment)
      } else {
        segments.append([moment])
      }
    }
    return segments
  }

  /// The usual interval between fixes, in seconds.
  package var pace: Double {
    let steps = zip(moments, moments.dropFirst()).map { $1.offset - $0.offset }
      .filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 1 : steps[steps.count / 2]
  }

  /// The indices of the regions whose borders were within reach of a fix.
  package var near: [Int] { regions.indices.filter { histories[$0].isNear } }

  /// The number of trusted fixes, and of rejected ones by reason.
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
  /// The times without a trusted fix, including those before the first one and after the last.
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

  /// The longest time between two trusted fixes that the track joins, in seconds.
  var longestStep: Double { min(blindLimit.inSeconds, max(3, 3 * pace)) }
}

extension Account {
  /// The estimated position of the carrier when an event was confirmed.
  package func place(of placed: PlacedEvent) -> Coordinate {
    var low = 0
    var high = moments.count
    // The last fix that is not later than the event.
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].offset <= placed.offset { low = middle + 1 } else { high = middle }
    }
    return moments[..<low].last { $0.estimate != nil }?.estimate ?? placed.event.coordinate
  }
}

extension Account {
  /// The identifiers of the regions whose signals are for lights only.
  var mutedRegions: Set<String> { Set(regions.lazy.filter(\.isMuted).map(\.id)) }

  /// The times in which a region reports nothing because of its hours.
  func closedTimes(of region: Region) -> [Interval] {
    guard let hours = region.active else { return [] }
    let span = span
    guard var time = self.time(at: span.start), let end = self.time(at: span.end) else { return [] }
    var offset = span.start
    var closed: [Interval] = []
    // Hours change a few times a day; a walk is days long at most.
    for _ in 0..<1000 where time < end {
      let present = hours.span(at: time)
      let next = min(present.end ?? end, end)
      let length = time.duration(to: next).inSeconds
      if !present.isActive { closed.append(Interval(start: offset, end: offset + length)) }
      (time, offset) = (next, offset + length)
    }
    return closed
  }
}
