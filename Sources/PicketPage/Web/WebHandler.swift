/// Answers the requests of a server, on its queue.
protocol WebHandler: AnyObject {
  /// Decides what happens with a request, before its body is read.
  func begin(_ head: RequestHead) -> WebBeginning
}

/// The next step for a request.
enum WebBeginning {
  /// It is answered at once; a body is not read.
  case answer(WebResponse)
  /// Its body is read, and then it is answered.
  case read(_ handle: (_ body: [UInt8], _ reply: WebReply) -> Void)
  /// It gets messages until one side ends.
  case stream(WebStream)
}
