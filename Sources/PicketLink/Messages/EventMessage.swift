import Records

extension FollowedEvent {
  /// The event as the broker gets it: the line of the journal, and the name of the board.
  func message(of board: String, in topics: Topics) -> Message {
    // The line is an object with fields, so it ends with a brace.
    Message(topics.event, "\(json.dropLast()),\"board\":\(board.jsonText)}")
  }
}
