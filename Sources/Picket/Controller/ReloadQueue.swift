/// The askers that wait for the files to be read again.
///
/// A reading knows nothing of what was written after it began. So an asker that comes during one
/// is answered by the next, together with all others that have come by then: two readings are
/// enough, however many ask.
struct ReloadQueue<Asker: Sendable>: Sendable {
  private(set) var isReading = false
  private var waiting: [Asker] = []

  /// Creates an empty queue.
  init() {}

  /// Adds an asker.
  mutating func add(_ asker: Asker) {
    waiting.append(asker)
  }

  /// Begins the next reading if an asker waits for one and none goes on.
  ///
  /// - Returns: The askers that it answers; `nil` when nothing is to be read now.
  mutating func begin() -> [Asker]? {
    guard !isReading, !waiting.isEmpty else { return nil }
    isReading = true
    defer { waiting = [] }
    return waiting
  }

  /// Ends the reading that goes on.
  mutating func end() {
    isReading = false
  }
}
