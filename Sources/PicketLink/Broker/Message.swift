import Base
import Records

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

  /// The message as a broker with these limits accepts it.
  func within(_ limits: BrokerLimits) -> Message {
    Message(
      topic, payload, isRetained: isRetained && !limits.contains(.noRetained),
      correlation: correlation)
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

extension FollowedEvent {
  /// The event as a message to the broker: the line of the journal, and the name of the board.
  ///
  /// - Parameter isShort: Whether its note is left out.
  func message(of board: String, in topics: Topics, isShort: Bool = false) -> Message {
    let json = isShort ? withoutNote : json
    // The line is an object with fields, so it ends with a brace.
    return Message(topics.event, "\(json.dropLast()),\"board\":\(board.jsonText)}")
  }

  private var withoutNote: String {
    guard let fields = (try? JSON.parse(json))?.object else { return json }
    var line = JSONLine()
    for key in fields.keys.sorted() where key != "note" { line.add(key, fields[key] ?? .null) }
    line.add("noteLeftOut", true)
    return line.text
  }
}

extension String {
  /// The text as a value in JSON.
  var jsonText: String { JSONLine.quoted(self) }
}
