/// Answers the requests of a server, on its queue.
protocol WebHandler: AnyObject {
  /// Decides on a request, before its body is read.
  func begin(_ head: RequestHead) -> WebBeginning
}

/// The next step for a request.
enum WebBeginning {
  /// The request is answered at once; a body is not read.
  case answer(WebResponse)
  /// The body is read, and then the request is answered.
  case read(_ handle: (_ body: [UInt8], _ reply: WebReply) -> Void)
  /// Messages are sent until one side ends the stream.
  case stream(WebStream)
}
