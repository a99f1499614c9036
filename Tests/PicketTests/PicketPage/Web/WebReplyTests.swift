import Dispatch
@testable import PicketPage
import Synchronization
import Testing

/// The answer to one request of a phone.
struct WebReplyTests {
  private let queue = DispatchQueue(label: "test")
  private let answers = Answers()

  /// The statuses of the answers, each given on the queue of the server.
  private final class Answers: Sendable {
    private let kept = Mutex<[Int]>([])
    var statuses: [Int] { kept.withLock { $0 } }
    func add(_ response: WebResponse, on queue: DispatchQueue) {
      dispatchPrecondition(condition: .onQueue(queue))
      kept.withLock { $0.append(response.status) }
    }
  }

  private func reply() -> WebReply {
    WebReply(on: queue) { [answers, queue] in answers.add($0, on: queue) }
  }

  @Test func onlyTheFirstAnswerCounts() {
    queue.sync {
      let reply = reply()
      reply.give(WebResponse(json: "{}"))
      reply.give(WebResponse(Denial(404, "too late")))
    }
    queue.sync {}
    #expect(answers.statuses == [200])
  }

  @Test func droppedReplyIsAFailure() {
    queue.sync { _ = reply() }
    queue.sync {}
    #expect(answers.statuses == [500])
  }

  @Test func replyMayBeDroppedElsewhere() {
    // Released here, when the queue has ended its work.
    _ = queue.sync { reply() }
    queue.sync {}
    #expect(answers.statuses == [500])
  }
}
