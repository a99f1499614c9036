/// The answer to one request, to be given on the queue of the server, at once or later.
///
/// Only the first answer counts; a reply that is released unanswered is a failure.
final class WebReply: @unchecked Sendable {
  private var deliver: ((WebResponse) -> Void)?

  init(_ deliver: @escaping (WebResponse) -> Void) {
    self.deliver = deliver
  }

  deinit {
    give(WebResponse(Denial(500, "the request was dropped without an answer")))
  }

  /// Gives the answer.
  func give(_ response: WebResponse) {
    let deliver = deliver
    self.deliver = nil
    deliver?(response)
  }
}
