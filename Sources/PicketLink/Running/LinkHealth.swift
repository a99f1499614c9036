import Geofence

/// The state of the link, for `picket-link status` and for one log line at each change.
struct LinkHealth: Hashable, Sendable {
  /// The last fault of the broker.
  struct Fault: Hashable, Sendable {
    let text: String
    let time: Timestamp
  }

  /// The time since which the broker is connected; `nil` when it is not.
  private(set) var connectedSince: Timestamp?

  /// The last fault, even if the broker works by now.
  private(set) var lastFault: Fault?

  /// The reason for which the cursor cannot be written.
  private(set) var cursorFault: String?

  /// The signs of another link with the name of this board.
  private(set) var namesake: String?

  /// What the broker does not have, in words.
  private(set) var limits: String?

  /// The reason for which the controller does not answer.
  private(set) var silence: String?

  private var isConnectionReported = false
  private var refusedTopics: Set<String> = []
  private var isAnswerReported = false

  /// Whether the broker is connected.
  var isConnected: Bool { connectedSince != nil }

  /// Creates the health of a link that has not begun.
  init() {}

  /// Notes a connection; returns whether that is news.
  mutating func connected(at time: Timestamp) -> Bool {
    connectedSince = time
    refusedTopics = []
    defer { isConnectionReported = true }
    return !isConnectionReported
  }

  /// Notes why there is no connection; returns whether the reason is new.
  mutating func disconnected(_ text: String, at time: Timestamp) -> Bool {
    let isNew = isConnectionReported || lastFault?.text != text
    connectedSince = nil
    isConnectionReported = false
    lastFault = Fault(text: text, time: time)
    return isNew
  }

  /// Notes what the broker does not have; returns whether that is news.
  mutating func limited(_ text: String) -> Bool {
    connectedSince = nil
    defer { limits = text }
    return limits != text
  }

  /// Notes that another link has the name of this board; returns whether that is news.
  mutating func namesake(_ text: String) -> Bool {
    defer { namesake = text }
    return namesake != text
  }

  /// Notes that the clock is not set; returns whether that is news.
  mutating func waitsForClock(at time: Timestamp) -> Bool {
    let text = "the clock is not set"
    defer { lastFault = Fault(text: text, time: time) }
    return lastFault?.text != text
  }

  /// Notes that the broker refuses events.
  mutating func refused(_ text: String, at time: Timestamp) {
    lastFault = Fault(text: text, time: time)
  }

  /// Notes that the broker refuses a topic other than that of events; returns whether that is news.
  mutating func refusedOther(_ topic: String, _ text: String, at time: Timestamp) -> Bool {
    lastFault = Fault(text: "\(topic): \(text)", time: time)
    // A board may have thousands of regions.
    guard refusedTopics.count < 10 else { return false }
    return refusedTopics.insert(topic).inserted
  }

  /// Notes that the cursor was written; returns whether writing failed before.
  mutating func wroteCursor() -> Bool {
    defer { cursorFault = nil }
    return cursorFault != nil
  }

  /// Notes why the cursor cannot be written; returns whether that is news.
  mutating func failedCursor(_ text: String, at time: Timestamp) -> Bool {
    defer { cursorFault = text }
    return cursorFault != text
  }

  /// Notes that the controller answers; returns whether that is news.
  mutating func controllerAnswers() -> Bool {
    defer {
      silence = nil
      isAnswerReported = true
    }
    return silence != nil || !isAnswerReported
  }

  /// Notes why the controller does not answer; returns whether that is news.
  mutating func controllerIsSilent(_ text: String) -> Bool {
    defer { silence = text }
    return silence == nil
  }
}
