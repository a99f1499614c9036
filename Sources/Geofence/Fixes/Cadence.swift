/// The interval at which a receiver reports, by the times of its reports.
///
/// Only the receiver's own times are used, so that a replay of a recording decides as the walk did.
struct Cadence: Codable, Sendable {
  private var last: Timestamp
  // The last steps, the newest at the end.
  private var steps: [Duration] = []

  /// Starts with a report.
  init(_ time: Timestamp) {
    last = time
  }

  /// The interval that several reports in a row have shown; `nil` while it is not known.
  ///
  /// The shortest of the last steps: a missing report does not mean that they come less often. Two
  /// are enough at the start.
  @inline(__always) var interval: Duration? { steps.count >= 2 ? steps.min() : nil }

  /// Adds a report; one without a time shows that the receiver reports more often than its times.
  mutating func add(_ time: Timestamp?) {
    guard let time else { return steps = [] }
    guard time != last else { return }
    let step = last.duration(to: time)
    last = time
    // A longer step is a pause, not an interval.
    guard step > .zero, step <= .seconds(Usual.stay) else { return steps = [] }
    steps.append(step)
    if steps.count > Self.count { steps.removeFirst() }
  }

  private static let count = 3
}
