internal import Base
internal import Records

/// A request that is not carried out: the status of its answer, and the reason.
struct Denial: Error, Hashable, Sendable {
  let status: Int
  /// The problem and its remedy.
  let said: Reason
  /// A header that the status needs.
  let field: Field?

  /// A header of an answer.
  struct Field: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// Creates a denial that each language can say.
  init(_ status: Int, _ said: Reason, field: Field? = nil) {
    (self.status, self.said, self.field) = (status, said, field)
  }

  /// Creates a denial for who writes the requests of a program.
  init(_ status: Int, _ reason: String, field: Field? = nil) {
    self.init(status, Reason(verbatim: reason), field: field)
  }

  /// The answer in the form of the controller's answers.
  var json: String {
    var line = JSONLine()
    Refusal(said).add(to: &line)
    return line.text
  }

  static let notFound = Denial(404, "this path does not exist")
  static let notPaired = Denial(
    401, Reason("denied.notPaired"), field: Field(name: "WWW-Authenticate", value: "Picket"))

  /// The answer to a request for which there is no place now; a page asks it again.
  static func busy(_ code: String = "denied.busy") -> Denial {
    Denial(503, Reason(code), field: Field(name: "Retry-After", value: "2"))
  }

  /// The answer when the disk does not take what a device has sent.
  static func notKept(_ error: some Error) -> Denial {
    Denial(503, Reason("denied.notKept", ["reason": .text("\(error)")]))
  }

  /// The answer to a user of the board who may not use the control socket.
  static func withoutRights(_ user: UInt32) -> Denial {
    Denial(
      401,
      "user \(user) of this board needs a token, or the group \(ControlRights.readers) or picket",
      field: notPaired.field)
  }
}

extension Turns {
  /// Does work of a sender now or when its turn comes, or refuses it.
  ///
  /// - Parameter work: The work, which calls `done` once, at its end.
  func start(
    of sender: String, _ work: @escaping (_ done: @escaping () -> Void) -> Void
  ) throws(Denial) {
    guard take(of: sender, work) == nil else { return }
    throw .busy("denied.requests")
  }
}
