internal import Base
import Dispatch
import Synchronization

/// A request from its head to the end of its answer.
final class WebExchange {
  private var handle: ((_ body: [UInt8], _ reply: WebReply) -> Void)?
  private var body: [UInt8] = []
  private var source: (any WebSource)?
  private var isOver = false
  private var ended: (_ isAnswered: Bool) -> Void = { _ in }

  /// The answer, once it is given.
  private(set) var response: WebResponse?

  /// Whether the body was passed to the handler.
  private(set) var isHandled = false

  /// Has the body read before the request is answered.
  ///
  /// - Parameter ended: Called once, with the answer or when the connection has ended before it.
  func read(
    _ handle: @escaping (_ body: [UInt8], _ reply: WebReply) -> Void,
    ended: @escaping (_ isAnswered: Bool) -> Void
  ) {
    (self.handle, self.ended) = (handle, ended)
  }

  /// Has the request answered by a source.
  func stream(_ source: any WebSource) {
    self.source = source
  }

  /// Adds bytes to the body; returns whether there was room for them.
  func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= Route.greatestBody else { return false }
    body += bytes
    return true
  }

  /// Passes the body to the handler.
  ///
  /// - Parameters:
  ///   - queue: The queue of the server, on which this is called.
  ///   - answered: Called when the answer is given, at once or later.
  func answer(on queue: DispatchQueue, _ answered: @escaping () -> Void) {
    isHandled = true
    let whole = body
    body = []
    handle?(
      whole,
      WebReply(on: queue) { [self] response in
        source = response.source
        guard !isOver else { return response.source?.end() ?? () }
        self.response = response
        endWork(isAnswered: true)
        answered()
      })
    handle = nil
  }

  /// Ends the work for a connection that has hung up and waits for its answer.
  func abandon() {
    guard response == nil else { return }
    isOver = true
    response = WebResponse(Denial(503, "the connection has ended"))
    endWork(isAnswered: false)
  }

  private func endWork(isAnswered: Bool) {
    ended(isAnswered)
    ended = { _ in }
  }

  /// Ends the exchange: its answer was sent, or its connection has ended.
  func end() {
    isOver = true
    endWork(isAnswered: false)
    handle = nil
    source?.wake = {}
    source?.end()
  }
}

/// The answer to one request, to be given on the queue of the server, at once or later.
///
/// Only the first answer counts; a reply that is released unanswered is a failure.
final class WebReply: Sendable {
  private let queue: DispatchQueue
  private let deliver: Confined<((WebResponse) -> Void)?>
  // The last reference may be released on any queue.
  private let isGiven = Atomic(false)

  /// Creates a reply, on the queue of the server.
  init(on queue: DispatchQueue, _ deliver: @escaping (WebResponse) -> Void) {
    self.queue = queue
    self.deliver = Confined(deliver, alreadyOn: queue)
  }

  deinit {
    guard !isGiven.load(ordering: .relaxed) else { return }
    queue.async { [deliver] in
      let dropped = Denial(500, "the request was dropped without an answer")
      deliver.value?(WebResponse(dropped))
    }
  }

  /// Gives the answer.
  func give(_ response: WebResponse) {
    let deliver = deliver.value
    self.deliver.value = nil
    isGiven.store(true, ordering: .relaxed)
    deliver?(response)
  }
}
