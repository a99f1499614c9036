/// The response of a session to a request that it does not refuse.
enum Response: Sendable {
  /// The answer.
  case fields(Answer.Fields)
  /// The owner is to carry out this order about walks; the answer comes after that.
  case walk(WalkOrder)
  /// The owner is to read or write the files of the regions; the answer comes after that.
  case files(FilesRequest)
  /// The owner is to draw the outline of this walk; the answer comes after that.
  case survey(SurveyRequest)
}
