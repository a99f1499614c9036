/// What a session makes of a request that it does not refuse.
enum Response: Sendable {
  /// The answer.
  case fields(Answer.Fields)
  /// A walk of this name is to be begun; the answer comes when it is.
  case startWalk(WalkName)
  /// The walk is to be ended; the answer comes when it is.
  case stopWalk
  /// The files are to be read again, if the one that is watched is this; the answer comes then.
  case reload(file: String?)
}
