/// The hours in which a region reports: a schedule by the clocks of a time zone, at a place.
public struct Hours: Hashable, Sendable {
  /// The schedule.
  public var schedule: Schedule { parts.schedule }

  /// The clocks that the schedule follows.
  public var clock: LocalClock { parts.clock }

  // Regions are copied often, and few have hours: one reference keeps a copy cheap.
  private let parts: Parts

  private final class Parts: Hashable, Sendable {
    let schedule: Schedule
    let clock: LocalClock
    let sun: Sun?

    init(_ schedule: Schedule, _ clock: LocalClock, _ sun: Sun?) {
      self.schedule = schedule
      self.clock = clock
      self.sun = sun
    }

    static func == (left: Parts, right: Parts) -> Bool {
      left === right
        || (left.schedule == right.schedule && left.sun == right.sun && left.clock == right.clock)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(schedule)
      hasher.combine(sun)
      hasher.combine(clock.name)
    }
  }

  /// Creates hours.
  ///
  /// - Parameter place: The place whose sun counts; without effect on a schedule without the sun.
  public init(_ schedule: Schedule, clock: LocalClock, place: Coordinate) {
    parts = Parts(schedule, clock, schedule.usesSun ? Sun(place: place) : nil)
  }

  /// The same hours by other clocks.
  public func by(_ clock: LocalClock) -> Hours { Hours(Parts(schedule, clock, parts.sun)) }

  private init(_ parts: Parts) { self.parts = parts }

  // MARK: Spans

  /// A stretch of time in which nothing changes.
  public struct Span: Hashable, Sendable {
    /// Whether the span is within the hours.
    public let isActive: Bool

    /// The start of the span; `nil` if that was more than a year before, or never.
    public let start: Timestamp?

    /// The end of the span; `nil` if that is more than a year ahead, or never.
    public let end: Timestamp?

    // The time for which this span is known.
    let known: Range<Timestamp>
  }

  /// Whether a time is within the hours.
  public func isActive(at time: Timestamp) -> Bool { span(at: time).isActive }

  /// The next time at which the hours begin or end; `nil` if that is not within a year.
  public func nextChange(after time: Timestamp) -> Timestamp? { span(at: time).end }

  /// The span that contains a time.
  public func span(at time: Timestamp) -> Span {
    let now = Int(time.nanoseconds).quotient(1_000_000_000)
    let today = clock.day(at: now).number
    // Nearly all hours change within a week. A year has at most 366 days, and a day's spans may
    // begin on the day before or end on the day after.
    let near = span(at: now, between: today - 8, and: today + 8)
    guard near.start == nil || near.end == nil else { return near }
    return span(at: now, between: today - 400, and: today + 400)
  }

  /// The span that contains some seconds since 1970, by the hours of a range of days.
  private func span(at now: Int, between first: Int, and last: Int) -> Span {
    let known = clock.first(showing: first * day)..<clock.first(showing: last * day)
    var (start, end) = (Int.min, Int.max)
    for piece in pieces(of: first - margin...last + margin) {
      if piece.lowerBound > now {
        end = piece.lowerBound
        break
      }
      if piece.upperBound > now {
        return Self.span(true, piece.lowerBound, piece.upperBound, known)
      }
      start = piece.upperBound
    }
    return Self.span(false, start, end, known)
  }

  private static func span(
    _ isActive: Bool, _ start: Int, _ end: Int, _ known: Range<Int>
  ) -> Span {
    let begins = start > known.lowerBound
    let ends = end < known.upperBound
    let (from, until) = (
      begins ? start : known.lowerBound, ends ? end : known.upperBound
    )
    return Span(
      isActive: isActive, start: begins ? Timestamp(wholeSeconds: start) : nil,
      end: ends ? Timestamp(wholeSeconds: end) : nil,
      known: Timestamp(wholeSeconds: from)..<Timestamp(wholeSeconds: until))
  }

  /// The duration until some time within the hours has passed; `nil` if that never happens.
  ///
  /// If that time has passed exactly at the end of a span, the next span must have begun.
  func wait(for length: Duration, from time: Timestamp) -> Duration? {
    var (now, left) = (time, length)
    // A dwell time is a year at most, and there may be few hours in a week.
    for _ in 0..<10_000 {
      let span = span(at: now)
      if span.isActive {
        guard let end = span.end, now.duration(to: end) <= left else {
          return time.duration(to: now) + left
        }
        left -= now.duration(to: end)
      }
      guard let end = span.end else { return nil }
      now = end
    }
    return nil
  }

  // MARK: Days

  private var day: Int { LocalClock.day }

  // A span lasts two days at most, and a span of the sun may begin a day before its day.
  private var margin: Int { 4 }

  /// The stretches within the hours that begin in a range of days, in order and without overlap.
  private func pieces(of days: ClosedRange<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for number in days {
      let day = CalendarDay(number)
      let rules = schedule.rules
      guard let place = rules.lastIndex(where: { !$0.isOff && $0.names(day) }) else { continue }
      let later = rules[(place + 1)...].filter(\.isOff)
      for span in rules[place].spans.isEmpty ? [.day] : rules[place].spans {
        guard let range = range(of: span, on: number) else { continue }
        found += later.reduce([range]) { rest, rule in
          rest.flatMap { self.rest(of: $0, without: rule, around: number) }
        }
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  /// The rest of a stretch that begins near a day, without the times of a rule with `off`.
  private func rest(
    of range: Range<Int>, without rule: Schedule.Rule, around number: Int
  ) -> [Range<Int>] {
    var rest = [range]
    for number in number - margin...number + margin where rule.names(CalendarDay(number)) {
      for span in rule.spans.isEmpty ? [.day] : rule.spans {
        guard let off = self.range(of: span, on: number) else { continue }
        rest = rest.flatMap { range in
          guard range.overlaps(off) else { return [range] }
          return [
            range.lowerBound..<max(range.lowerBound, off.lowerBound),
            min(range.upperBound, off.upperBound)..<range.upperBound,
          ].filter { !$0.isEmpty }
        }
      }
    }
    return rest
  }

  /// The seconds since 1970 of a span that begins on a day; `nil` if nothing is left of it.
  ///
  /// If clocks are set back, a span begins at the first occurrence of a repeated time and ends at
  /// the second. A skipped time is the moment at which clocks are set forward.
  private func range(of span: Schedule.Span, on number: Int) -> Range<Int>? {
    let start = seconds(of: span.start, on: number, clock.first(showing:))
    let end = seconds(of: span.end, on: number, clock.last(showing:))
    return start < end ? start..<end : nil
  }

  private func seconds(of edge: Schedule.Edge, on number: Int, _ showing: (Int) -> Int) -> Int {
    guard let passage = edge.passage, let sun = parts.sun else {
      return showing(number * day + edge.minutes * 60)
    }
    let number = edge.isNextDay ? number + 1 : number
    return sun.time(of: passage, near: showing(number * day + day / 2)) + edge.minutes * 60
  }
}

extension Timestamp {
  /// The timestamp of some whole seconds since 1970, kept within the range that can be stored.
  init(wholeSeconds: Int) {
    self = Timestamp(nanoseconds: 0).advanced(by: .seconds(wholeSeconds))
  }
}
