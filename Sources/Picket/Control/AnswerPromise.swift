package import Base
internal import Board
import Dispatch
package import Records
import Synchronization

/// The answer to one request, to be given from any queue and at any time.
///
/// Only the first answer counts. An `AnswerPromise` that is released unanswered is a refusal: no client
/// waits without end.
package final class AnswerPromise: Sendable {
  /// The fields of an answer, put together on the server's queue.
  package typealias Fields = @Sendable () -> JSONLine

  private let isGiven = Atomic(false)
  private let deliver: @Sendable (Result<Fields, Refusal>) -> Void

  package init(_ deliver: @escaping @Sendable (Result<Fields, Refusal>) -> Void) {
    self.deliver = deliver
  }

  /// Creates the answer to a request of a client, which is sent on the server's queue.
  convenience init(to request: Request, of client: ControlClient, on queue: DispatchQueue) {
    self.init { result in
      queue.async {
        switch result {
        case .success(let fields): client.answer(ControlServer.answer(fields(), id: request.id))
        case .failure(let refusal):
          client.answer(ControlServer.refusal(refusal, id: request.id))
        }
      }
    }
  }

  deinit {
    refuse("the request was dropped without an answer")
  }

  /// Answers with some fields.
  ///
  /// - Parameter fields: Called on the server's queue: it must be quick, and hold all that it needs
  ///   by value.
  package func give(_ fields: @escaping @Sendable () -> JSONLine = { JSONLine() }) {
    complete(.success(fields))
  }

  /// Refuses the request, with the reason.
  package func refuse(_ reason: String, _ kind: RefusalKind = .wrong) {
    refuse(Refusal(reason, kind))
  }

  /// Refuses the request.
  package func refuse(_ refusal: Refusal) {
    complete(.failure(refusal))
  }

  private func complete(_ result: Result<Fields, Refusal>) {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    deliver(result)
  }
}

/// The response to a request that is not refused.
enum Handling: Sendable {
  /// The answer.
  case fields(AnswerPromise.Fields)
  /// The owner is to add its parts to the answer to `status`.
  case status(StatusDraft)
  /// The owner is to carry out this order about walks; the answer comes after that.
  case walk(WalkOrder)
  /// The owner is to read or write the files of the regions; the answer comes after that.
  case files(FilesRequest)
  /// The owner is to draw the outline of this walk; the answer comes after that.
  case survey(SurveyRequest)
}
