package import Notation
internal import Outputs
import Synchronization

/// Takes the answer to one request, from any queue and at any time.
///
/// The first answer counts. One that nobody gives is a refusal, so that no client
/// ever waits for one in vain.
package final class Answer: Sendable {
  /// The fields of an answer, put together on the server's queue.
  package typealias Fields = @Sendable () -> JSONLine

  private let isGiven = Atomic(false)
  private let take: @Sendable (Result<Fields, Refusal>) -> Void

  package init(_ take: @escaping @Sendable (Result<Fields, Refusal>) -> Void) {
    self.take = take
  }

  deinit {
    refuse("nobody knew an answer")
  }

  /// Answers with some fields.
  ///
  /// - Parameter fields: Called on the server's queue: what it needs it holds by value, and
  ///   it must not take long.
  package func give(_ fields: @escaping @Sendable () -> JSONLine = { JSONLine() }) {
    put(.success(fields))
  }

  /// Answers that it is not done, and why.
  package func refuse(_ reason: String) {
    put(.failure(Refusal(reason)))
  }

  private func put(_ result: Result<Fields, Refusal>) {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    take(result)
  }
}
