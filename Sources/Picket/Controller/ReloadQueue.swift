/// Who waits for the files to be read again, one reading after another.
///
/// A reading says nothing about what was written after it began. So whoever asks while one
/// goes on is answered by the next, together with all others who ask until then: however
/// many ask, two readings are enough for them.
struct ReloadQueue<Asker: Sendable>: Sendable {
  private(set) var isReading = false
  private var waiting: [Asker] = []

  /// Creates a queue in which nobody waits.
  init() {}

  /// Takes in somebody who asks.
  mutating func add(_ asker: Asker) {
    waiting.append(asker)
  }

  /// Begins the next reading if somebody waits for one and none goes on.
  ///
  /// - Returns: Those whom it answers; `nil` when nothing is to be read now.
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
