import Dispatch
internal import Notation
internal import Records
internal import System

/// Sends requests to the controller, each over a separate connection.
///
/// - Important: Must only be accessed on its queue.
final class ControllerRequests: Sendable {
  private let path: String
  private let queue: DispatchQueue
  // The number of requests that have no answer yet.
  private let open: Confined<Int>

  /// The most requests at a time, each with a thread: the controller has 64 places for all its
  /// clients.
  private static let most = 8

  init(path: String, on queue: DispatchQueue) {
    self.path = path
    self.queue = queue
    open = Confined(0, on: queue)
  }

  /// Sends a request, and passes its answer on.
  ///
  /// - Parameter answer: Called once, with the answer, or with the reason why there is none.
  func send(_ request: JSONLine, _ answer: @escaping (Result<Reply, Denial>) -> Void) {
    guard open.value < Self.most else {
      return answer(.failure(Denial(503, "too many requests at a time; try again")))
    }
    open.value += 1
    let finish = Confined(answer, alreadyOn: queue)
    do throws(SystemError) {
      try OwnThread.start { [self] in
        let result = reply(to: request)
        queue.async { [self] in
          open.value -= 1
          finish.value(result)
        }
      }
    } catch {
      open.value -= 1
      answer(.failure(Denial(503, "\(error)")))
    }
  }

  /// The answer, which may take as long as the controller's disk.
  private func reply(to request: JSONLine) -> Result<Reply, Denial> {
    do throws(ControlConnection.Unavailable) {
      return .success(try ControlConnection(path: path).reply(to: request))
    } catch {
      return .failure(Denial(error.isLate ? 504 : 503, error.description))
    }
  }
}
