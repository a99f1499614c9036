import Base
import Geofence

/// The retained messages that the broker has refused: they are published again, since a broker's
/// rights can be corrected without an end of the connection.
struct RefusedMessages: Sendable {
  private var messages: [String: Message] = [:]
  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))
  private var isDue = false

  /// Notes the broker's answer to a message.
  ///
  /// - Returns: The wait after which `popAll` has the messages; `nil` without a further wait.
  mutating func note(_ publication: Publication, of message: Message) -> Duration? {
    guard case .refused = publication else {
      if case .accepted = publication { messages[message.topic] = nil }
      return nil
    }
    guard message.isRetained else { return nil }
    messages[message.topic] = message
    guard !isDue else { return nil }
    isDue = true
    return backoff.next()
  }

  /// Removes and returns the messages that are published now, each the last one of its topic.
  mutating func popAll() -> [Message] {
    isDue = false
    defer { messages = [:] }
    return messages.values.sorted { $0.topic < $1.topic }
  }

  /// Notes a new connection, with which everything is published again.
  mutating func connected() {
    messages = [:]
    isDue = false
    backoff.reset()
  }
}
