import Records

extension FollowedEvent {
  /// The event as a message to the broker: the line of the journal, and the name of the board.
  func message(of board: String, in topics: Topics) -> Message {
    // The line is an object with fields, so it ends with a brace.
    Message(topics.event, "\(json.dropLast()),\"board\":\(board.jsonText)}")
  }
}
