/// The requesters that wait for the files to be read again.
///
/// A reading misses changes that are made after it began. So a requester that arrives during a
/// reading is answered by the next one, together with all others that have arrived by then: two
/// readings are enough for any number of requesters. A requester with its own files has a separate
/// reading.
struct ReloadQueue<Requester: Sendable>: Sendable {
  private(set) var isReading = false
  private var waiting: [Requester] = []
  private let isAlone: @Sendable (Requester) -> Bool

  /// Creates an empty queue.
  ///
  /// - Parameter isAlone: Whether a requester has a separate reading.
  init(isAlone: @escaping @Sendable (Requester) -> Bool = { _ in false }) {
    self.isAlone = isAlone
  }

  /// Adds a requester.
  mutating func add(_ requester: Requester) {
    waiting.append(requester)
  }

  /// Begins the next reading, if a requester waits and no reading is going on.
  ///
  /// - Returns: The requesters that the reading answers; `nil` when no reading begins.
  mutating func begin() -> [Requester]? {
    guard !isReading, let first = waiting.first else { return nil }
    isReading = true
    let count = isAlone(first) ? 1 : waiting.prefix { !isAlone($0) }.count
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }

  /// Removes the requesters that wait for a later reading.
  mutating func removeAll() -> [Requester] {
    defer { waiting = [] }
    return waiting
  }

  /// Ends the present reading.
  mutating func end() {
    isReading = false
  }
}
