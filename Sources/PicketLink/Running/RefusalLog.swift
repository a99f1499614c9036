import Geofence

/// A limit for the log lines about refused messages: each sender could otherwise fill the disk with
/// them.
struct RefusalLog: Sendable {
  private let most: Int
  private var lines = 0
  private var omitted = 0
  private var began: Instant?

  private static let period = Duration.seconds(600)

  /// Creates a full budget.
  ///
  /// - Parameter most: The most lines in ten minutes.
  init(most: Int = 20) {
    self.most = most
  }

  /// The line to log now, with the number of those that were left out before; `nil` for none.
  mutating func line(_ text: String, at now: Instant) -> String? {
    if began.map({ $0.duration(to: now) >= Self.period }) ?? true {
      began = now
      lines = 0
    }
    guard lines < most else {
      omitted += 1
      return nil
    }
    lines += 1
    defer { omitted = 0 }
    return omitted > 0 ? "\(text) (\(omitted) such lines were left out before)" : text
  }
}
