/// A message to the broker.
struct Message: Hashable, Sendable {
  /// Its topic.
  let topic: String

  /// Its content.
  let payload: [UInt8]

  /// Whether the broker keeps it for later subscribers.
  let isRetained: Bool

  /// The correlation data of the request that it answers; `nil` if it answers none.
  let correlation: [UInt8]?

  /// Creates a message.
  init(
    _ topic: String, _ payload: [UInt8], isRetained: Bool = false, correlation: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.correlation = correlation
  }

  /// Creates a message with a text.
  init(
    _ topic: String, _ text: String, isRetained: Bool = false, correlation: [UInt8]? = nil
  ) {
    self.init(topic, Array(text.utf8), isRetained: isRetained, correlation: correlation)
  }
}

/// A message from the broker.
struct ReceivedMessage: Hashable, Sendable {
  /// Its topic.
  let topic: String

  /// Its content.
  let payload: [UInt8]

  /// Whether the broker had kept it, so that it may be old.
  let isRetained: Bool

  /// The topic for an answer; `nil` if none is expected.
  let responseTopic: String?

  /// The data that the answer must repeat.
  let correlation: [UInt8]?

  /// Creates a message.
  init(
    _ topic: String, _ payload: [UInt8], isRetained: Bool = false, responseTopic: String? = nil,
    correlation: [UInt8]? = nil
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.responseTopic = responseTopic
    self.correlation = correlation
  }
}
