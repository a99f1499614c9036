import Geofence

/// The connections to a broker, one after the other: calls and reports in, what follows out.
///
/// It is given the time, and touches no queue and no connection; `Link` is only kept and compared.
struct BrokerSession<Link: AnyObject> {
  typealias Completion = @Sendable (Publication) -> Void

  /// What a report leads to.
  enum Action {
    /// Nothing.
    case none
    /// The owner is to know this.
    case report(Broker.News)
    /// A message has this outcome.
    case complete(Completion, Publication)
    /// The connection has ended; these messages have no answer.
    case end([(Completion, Publication)], BrokerTrouble)
  }

  /// A message on its way.
  private struct Waiting {
    // Its size without what MQTT adds.
    let bytes: Int
    let complete: Completion
  }

  /// A connection that the broker has accepted.
  private struct Connection {
    let link: Link
    let start: Instant
    var waiting: [Int32: Waiting] = [:]
    var subscriptions: [Int32: String] = [:]
  }

  private enum LinkPhase {
    case disconnected
    case connecting(Link)
    case connected(Connection)
  }

  private var phase = LinkPhase.disconnected
  private var retries = Retries()

  /// Whether the owner has ended it: no connection follows.
  private(set) var isEnding = false

  /// Whether the next connection may begin.
  var mayConnect: Bool {
    if case .disconnected = phase { !isEnding } else { false }
  }

  /// The connection, accepted or not yet; `nil` without one.
  var link: Link? {
    switch phase {
    case .disconnected: nil
    case .connecting(let link): link
    case .connected(let connection): connection.link
    }
  }

  /// The connection that the broker has accepted; `nil` without one.
  var acceptedLink: Link? {
    if case .connected(let connection) = phase { connection.link } else { nil }
  }

  // MARK: Calls

  /// Begins a connection.
  mutating func connect(_ link: Link) { phase = .connecting(link) }

  /// Waits for the answer to a message of some bytes.
  mutating func wait(_ number: Int32, bytes: Int, _ completion: @escaping Completion) {
    change { $0.waiting[number] = Waiting(bytes: bytes, complete: completion) }
  }

  /// Waits for the answer to a subscription.
  mutating func wait(_ number: Int32, topic: String) { change { $0.subscriptions[number] = topic } }

  /// Lets no further connection follow.
  mutating func end() { isEnding = true }

  /// The wait before the next connection.
  ///
  /// - Parameter chance: A random number from 0 to 1.
  mutating func nextWait(chance: Double) -> Duration { retries.next(chance: chance) }

  // MARK: Reports

  /// Receives a report of a connection; that of an earlier one leads to nothing.
  mutating func receive(_ report: BrokerConnection.Report, of link: Link, at now: Instant) -> Action
  {
    guard link === self.link else { return .none }
    switch report {
    case .connected:
      phase = .connected(Connection(link: link, start: now))
      return .report(.connected)
    case .published(let number, let publication):
      guard let waiting = change({ $0.waiting.removeValue(forKey: number) }) else { return .none }
      return .complete(waiting.complete, publication)
    case .subscribed(let number, let refusal):
      guard let topic = change({ $0.subscriptions.removeValue(forKey: number) }), let refusal else {
        return .none
      }
      return .report(.unsubscribed(topic: topic, reason: refusal))
    case .message(let message): return .report(.message(message))
    case .ended(let trouble):
      defer { phase = .disconnected }
      guard case .connected(let connection) = phase else { return .end([], trouble) }
      retries.ended(after: connection.start.duration(to: now))
      // The broker does not name the message that is too large for it: it is the largest.
      let unanswered = connection.waiting.values.sorted { $0.bytes > $1.bytes }
      return .end(
        unanswered.enumerated().map { place, message in
          (message.complete, trouble.isTooLarge && place == 0 ? .tooLarge : .unknown)
        }, trouble)
    }
  }

  /// Changes the accepted connection, if there is one.
  @discardableResult
  private mutating func change<Result>(_ body: (inout Connection) -> Result?) -> Result? {
    guard case .connected(var connection) = phase else { return nil }
    // So that nothing is copied.
    phase = .disconnected
    defer { phase = .connected(connection) }
    return body(&connection)
  }
}
