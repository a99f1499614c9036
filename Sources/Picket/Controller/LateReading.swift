/// The beginning and the end of a reading of the files that takes too long.
enum Lateness: Hashable, Sendable {
  /// It has reached the limit; the text has the problem and the remedy.
  case begun(String)
  /// It has ended after all.
  case ended
}

/// Recognises a reading of the files that takes too long.
struct LateReading: Hashable, Sendable {
  /// The limit, in seconds: 64 MB of regions take some seconds on a slow board.
  static let limit = 35.0

  /// The problem and its remedy, while a reading is late.
  private(set) var fault: String?

  // The number of the present reading; `nil` when there is none.
  private var present: Int?
  private var count = 0

  /// Begins a reading.
  ///
  /// - Returns: Its number.
  mutating func begin() -> Int {
    count += 1
    present = count
    return count
  }

  /// Notes that the limit of a reading is reached.
  ///
  /// - Returns: The problem and its remedy; `nil` when the reading has ended before.
  mutating func limitReached(of number: Int) -> String? {
    guard number == present else { return nil }
    fault =
      "the files of the regions and the configuration cannot be read: the disk has not answered "
      + "for \(Int(Self.limit)) s; the running ones are kept; see whether a network disk hangs"
    return fault
  }

  /// Ends the present reading.
  ///
  /// - Returns: Whether it was late.
  mutating func end() -> Bool {
    defer { (present, fault) = (nil, nil) }
    return fault != nil
  }
}
