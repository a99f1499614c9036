/// Distinguishes a receiver's clock that was set from reports that arrive late.
///
/// A report can arrive late, and after a stall many arrive at once, but none arrives before its
/// time. So the smallest delay between a report's time and its arrival belongs to the clock, and
/// any longer delay is a stall: the report's own time is right. Only a report that would be earlier
/// than possible, or whose time goes back, shows that the clock was set.
struct ReceiverClock: Codable, Sendable {
  /// The largest apparent step of a clock that still counts as a delay.
  static let tolerance = Duration.seconds(Usual.longestStep)

  /// The smallest delay so far; the zero of both clocks is arbitrary.
  private var offset: Duration
  private var arrival: Instant
  // The smallest delay of reports that are all late, and the instant since which they are late.
  private var late: Delay?
  // The same of reports whose time disagrees with the clock.
  private var other: Delay?

  private struct Delay: Codable {
    var offset: Duration
    let since: Instant
    var last: Timestamp
  }

  /// Starts with the first report that is trusted.
  init(_ time: Timestamp, at arrival: Instant) {
    offset = Self.offset(of: time, at: arrival)
    self.arrival = arrival
  }

  /// The time from the last trusted report to this one.
  ///
  /// It is the difference of their times, unless the clock was set between them.
  ///
  /// - Parameter latest: The time of the last trusted report.
  func elapsed(since latest: Timestamp, to time: Timestamp, at arrival: Instant) -> Duration {
    let step = latest.duration(to: time)
    // The same report once more: only its arrival shows how long the time has stood still.
    guard step != .zero else { return self.arrival.duration(to: arrival) }
    guard isSet(step, time, arrival) else { return step }
    let offset = other(time, arrival).offset
    return max(.zero, step + offset - self.offset)
  }

  /// Receives a report that was trusted.
  ///
  /// - Parameter latest: The time of the trusted report before it.
  mutating func follow(since latest: Timestamp, to time: Timestamp, at arrival: Instant) {
    let own = Self.offset(of: time, at: arrival)
    if isSet(latest.duration(to: time), time, arrival) {
      offset = other(time, arrival).offset
      late = nil
    } else {
      // Two clocks drift apart by less than this.
      let drift = self.arrival.duration(to: arrival) / Self.steadiness
      offset = min(own, offset + drift)
      followLate(own, time, arrival)
    }
    self.arrival = arrival
    other = nil
  }

  /// Receives a report whose time disagrees.
  mutating func disagree(_ time: Timestamp, at arrival: Instant) {
    other = other(time, arrival)
  }

  /// Adopts the delay of reports that stay late for a minute.
  ///
  /// They are not the rest of a stall: their path has become slower, or was stopped itself.
  private mutating func followLate(_ own: Duration, _ time: Timestamp, _ arrival: Instant) {
    guard own - offset > Self.tolerance else { return late = nil }
    guard let before = late, own > before.offset - Self.steady else {
      return late = Delay(offset: own, since: arrival, last: time)
    }
    guard before.since.duration(to: arrival) >= .seconds(Usual.halt) else { return }
    offset = min(before.offset, own)
    late = nil
  }

  /// Whether the clock was set: it went back, or ahead by more than arrivals allow.
  ///
  /// In a stall that began before the first report, the later reports have smaller delays than the
  /// first, too, but each delay is only a little smaller than the previous one.
  private func isSet(_ step: Duration, _ time: Timestamp, _ arrival: Instant) -> Bool {
    if step < .zero { return true }
    return step - self.arrival.duration(to: arrival) > Self.tolerance
      && Self.offset(of: time, at: arrival) - offset < .zero - Self.tolerance
  }

  /// The delay of the reports that disagree, including this one.
  private func other(_ time: Timestamp, _ arrival: Instant) -> Delay {
    let own = Self.offset(of: time, at: arrival)
    guard var other, other.last < time else {
      return Delay(offset: own, since: arrival, last: time)
    }
    other.offset = min(other.offset, own)
    other.last = time
    return other
  }

  private static func offset(of time: Timestamp, at arrival: Instant) -> Duration {
    arrival.offset - .nanoseconds(time.nanoseconds)
  }

  /// A quartz clock is off by 100 ppm at most, so two drift apart by at most one part in 5000.
  private static let steadiness = 5000

  /// Delays of reports that do not catch up differ by less than this.
  private static let steady = Duration.milliseconds(500)
}
