/// The clocks of a time zone: their lead over UTC, and the times at which it changes.
public struct LocalClock: Hashable, Sendable {
  /// A moment at which the offset of the clocks changes.
  public struct Change: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let time: Int

    /// Seconds ahead of UTC after the change.
    public let offset: Int

    /// Creates a change.
    public init(time: Int, offset: Int) {
      self.time = time
      self.offset = offset
    }
  }

  /// The name of the time zone, such as `Europe/Berlin`.
  public let name: String

  // Seconds ahead of UTC before the first change.
  private let first: Int
  private let changes: [Change]

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - first: Seconds ahead of UTC before the first change.
  ///   - changes: The changes of the offset, in order.
  public init(name: String, first: Int, changes: [Change] = []) {
    self.name = name
    self.first = first
    self.changes = changes
  }

  /// The clock of UTC.
  public static let utc = LocalClock(name: "UTC", first: 0)

  /// Seconds ahead of UTC at a number of seconds since 1970.
  public func offset(at time: Int) -> Int { offset(of: place(of: time)) }

  /// The day that the clocks show at a number of seconds since 1970.
  func day(at time: Int) -> CalendarDay {
    CalendarDay((time + offset(at: time)).quotient(Self.day))
  }

  /// The time at which the clocks first show a local time, or skip it because they are set forward.
  ///
  /// Both times are in seconds since 1970.
  package func first(showing local: Int) -> Int {
    let places = places(around: local)
    for place in places {
      let time = local - offset(of: place)
      if range(of: place).contains(time) { return time }
    }
    return skip(of: local, in: places)
  }

  /// The time at which the clocks last show a local time, or skip it.
  func last(showing local: Int) -> Int {
    let places = places(around: local)
    for place in places.reversed() {
      let time = local - offset(of: place)
      if range(of: place).contains(time) { return time }
    }
    return skip(of: local, in: places)
  }

  /// The time at which the clocks are set forward past a local time.
  private func skip(of local: Int, in places: ClosedRange<Int>) -> Int {
    for place in places where place > 0 {
      let change = changes[place - 1]
      if change.time + offset(of: place - 1) <= local, local < change.time + change.offset {
        return change.time
      }
    }
    return local - offset(of: places.upperBound)
  }

  // MARK: Places

  // Place 0 is the time before the first change, place n the time after change n - 1.
  private func offset(of place: Int) -> Int { place == 0 ? first : changes[place - 1].offset }

  private func range(of place: Int) -> Range<Int> {
    let start = place == 0 ? Int.min : changes[place - 1].time
    return start..<(place == changes.count ? .max : changes[place].time)
  }

  private func places(around local: Int) -> ClosedRange<Int> {
    // Clocks are at most 14 hours ahead of UTC or 12 behind it, and Samoa once skipped a day.
    place(of: local - 2 * Self.day)...place(of: local + 2 * Self.day)
  }

  private func place(of time: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static let day = 86_400
}
