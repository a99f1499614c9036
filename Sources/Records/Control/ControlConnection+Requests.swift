package import Notation

extension ControlConnection {
  /// Sends a request and returns the answer, without the lines that arrive before it.
  ///
  /// - Parameter seconds: The time that the answer may take: a disk may be slow.
  /// - Throws: `Unavailable` when the connection has ended, or no answer arrives.
  package func reply(
    to request: JSONLine, within seconds: Double = 40
  ) throws(Unavailable) -> Reply {
    try send(request)
    while let line = try next(within: seconds) {
      if let reply = Reply(line), reply.isAnswer { return reply }
    }
    throw Unavailable(description: "picket does not answer: it is busy, or hangs; see its log")
  }
}

extension JSONLine {
  /// A request of this name.
  package static func request(_ name: String) -> JSONLine {
    var line = JSONLine()
    line.add("do", name)
    return line
  }
}
