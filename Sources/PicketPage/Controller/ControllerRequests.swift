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

  /// The most requests at a time: the controller has 64 places for all its clients.
  private static let most = 8

  // In seconds: the controller's disk may be slow.
  private static let patience = 40.0

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
    let talk: ControllerTalk
    do throws(ControlConnection.Unavailable) {
      talk = try ControllerTalk(path: path, on: queue)
    } catch {
      return answer(.failure(Denial(503, error.description)))
    }
    open.value += 1
    let pending = Pending(talk, answer)
    let finish = { [self] (result: Result<Reply, Denial>) in
      guard let answer = pending.end() else { return }
      open.value -= 1
      answer(result)
    }
    talk.start { message in
      switch message {
      case .reply(let reply) where reply.isAnswer: finish(.success(reply))
      case .reply: break
      case .ended(let reason): finish(.failure(Denial(503, reason)))
      }
    }
    talk.send(request)
    let late = Confined(finish, alreadyOn: queue)
    queue.asyncAfter(deadline: .now() + Self.patience) {
      late.value(.failure(Denial(504, "picket does not answer: it is busy, or hangs")))
    }
  }

  /// A request without an answer yet.
  ///
  /// The timer of `send` keeps this object for the whole time, but must not keep its connection,
  /// which has one of the controller's places.
  private final class Pending {
    private var talk: ControllerTalk?
    private var answer: ((Result<Reply, Denial>) -> Void)?

    init(_ talk: ControllerTalk, _ answer: @escaping (Result<Reply, Denial>) -> Void) {
      self.talk = talk
      self.answer = answer
    }

    /// Ends the connection; returns the handler of the answer, only the first time.
    func end() -> ((Result<Reply, Denial>) -> Void)? {
      talk?.end()
      talk = nil
      defer { answer = nil }
      return answer
    }
  }
}
