import Dispatch
internal import System

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
