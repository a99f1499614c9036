internal import Base
internal import Records

/// A request that is not carried out: the status of its answer, and the reason.
struct Denial: Error, Hashable, Sendable {
  let status: Int
  let reason: String
  /// A header that the status needs.
  let field: Field?

  /// A header of an answer.
  struct Field: Hashable, Sendable {
    let name: String
    let value: String
  }

  init(_ status: Int, _ reason: String, field: Field? = nil) {
    self.status = status
    self.reason = reason
    self.field = field
  }

  /// The answer in the form of the controller's answers.
  var json: String {
    var line = JSONLine()
    Refusal(reason).add(to: &line)
    return line.text
  }

  static let notFound = Denial(404, "this path does not exist")
  static let notPaired = Denial(
    401, "this device is not paired; run picket-page pair on the board",
    field: Field(name: "WWW-Authenticate", value: "Picket"))

  /// The answer to a request for which there is no place now; a page asks it again.
  static func busy(_ reason: String = "the board is busy") -> Denial {
    Denial(503, "\(reason); try again", field: Field(name: "Retry-After", value: "2"))
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
    throw .busy("too much is requested at a time")
  }
}
