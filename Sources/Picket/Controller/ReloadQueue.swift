internal import Base
import Dispatch

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

/// Waits for the locks of files that readings replace, on a queue of its own.
///
/// A command holds the lock of the regions' folder until its reload is answered. A change that
/// waited for that lock in its turn among the readings would keep this reload from its turn. So
/// everybody has the lock first, and then the turn.
final class ReloadLocks: Sendable {
  private let queue = DispatchQueue(label: "picket.locks")

  /// The longest wait for a lock, in seconds; clients wait for an answer for 40.
  static let patience = 30.0

  /// Calls back with the lock of a request, or the error; `nil` for a request that needs none.
  ///
  /// - Parameter done: Called on another queue.
  func acquire(
    for request: FilesRequest,
    _ done: @escaping @Sendable (Result<FileLock, SystemError>) -> Void
  ) {
    queue.async {
      do throws(SystemError) {
        done(.success(try request.lock()))
      } catch {
        done(.failure(error))
      }
    }
  }
}
