import Dispatch
import Geofence
import System

/// The connection to the broker, which is made again whenever it ends.
///
/// Everything here happens on the queue that it is created with; each connection has a thread.
/// Without a connection a message ends at once as `unknown`: the caller keeps it, and nothing waits
/// in memory.
final class Broker: Sendable {
  /// A report to the owner.
  enum News: Sendable {
    /// There is a connection from now on; nothing is subscribed to yet.
    case connected
    /// There is no connection, for this reason; the next attempt follows after `again`.
    case disconnected(BrokerTrouble, again: Duration)
    /// A message has arrived.
    case message(ReceivedMessage)
    /// The broker has refused a subscription, for this reason.
    case unsubscribed(topic: String, reason: String)
  }

  /// A message on its way.
  private struct Waiting: Sendable {
    /// Its size without what MQTT adds.
    let bytes: Int
    let complete: @Sendable (Publication) -> Void
  }

  private let settings: BrokerSettings
  private let client: String
  private let will: Message?
  private let queue: DispatchQueue

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var receive: @Sendable (News) -> Void = { _ in }
  private nonisolated(unsafe) var link: BrokerConnection?
  private nonisolated(unsafe) var isConnected = false
  private nonisolated(unsafe) var retries = Retries()
  private nonisolated(unsafe) var connectedAt: Instant?
  private nonisolated(unsafe) var waiting: [Int32: Waiting] = [:]
  private nonisolated(unsafe) var subscriptions: [Int32: String] = [:]
  private nonisolated(unsafe) var isEnding = false
  private nonisolated(unsafe) var verificationTime: @Sendable () -> Timestamp? = { nil }

  /// Creates a broker that is not connected to yet.
  ///
  /// - Parameters:
  ///   - client: The name of the session, which no other client of the broker has.
  ///   - will: The message that the broker publishes when the connection is lost.
  init(_ settings: BrokerSettings, client: String, will: Message?, on queue: DispatchQueue) {
    self.settings = settings
    self.client = client
    self.will = will
    self.queue = queue
  }

  /// Starts to connect.
  ///
  /// - Parameters:
  ///   - time: The time by which certificates are checked; `nil` for that of the system.
  ///   - receive: Called on the queue with all news.
  func start(
    time: @escaping @Sendable () -> Timestamp? = { nil },
    _ receive: @escaping @Sendable (News) -> Void
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    verificationTime = time
    connect()
  }

  /// Publishes a message with QoS 1.
  ///
  /// - Parameter completion: Called once, on the queue, when the broker has answered or cannot
  ///   answer any more.
  func publish(
    _ message: Message, _ completion: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isConnected, let link else { return completion(.unknown) }
    switch link.publish(message) {
    case .number(let number):
      let bytes = message.topic.utf8.count + message.payload.count
      waiting[number] = Waiting(bytes: bytes, complete: completion)
    case .ended(let publication): completion(publication)
    }
  }

  /// Subscribes to a topic, with QoS 1, as long as this connection lasts.
  func subscribe(_ topic: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isConnected, let link else { return }
    switch link.subscribe(topic) {
    case .number(let number): subscriptions[number] = topic
    case .ended(let end):
      if let reason = end.refusal { receive(.unsubscribed(topic: topic, reason: reason)) }
    }
  }

  /// Ends a subscription.
  func unsubscribe(_ topic: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isConnected else { return }
    link?.unsubscribe(topic)
  }

  /// Ends the connection, and has the broker publish the will.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    isEnding = true
    link?.end()
  }

  // MARK: Connections

  private func connect() {
    guard !isEnding, link == nil else { return }
    let link = BrokerConnection(settings, client: client, will: will, time: verificationTime())
    do throws(BrokerTrouble) {
      try link.start { [self] report in
        queue.async { [self] in handle(report, of: link) }
      }
      self.link = link
    } catch {
      link.free()
      retry(error)
    }
  }

  private func handle(_ report: BrokerConnection.Report, of link: BrokerConnection) {
    guard link === self.link else { return }
    switch report {
    case .connected:
      isConnected = true
      connectedAt = MonotonicClock.now
      receive(.connected)
    case .published(let number, let publication):
      waiting.removeValue(forKey: number)?.complete(publication)
    case .subscribed(let number, let refusal):
      guard let topic = subscriptions.removeValue(forKey: number), let refusal else { return }
      receive(.unsubscribed(topic: topic, reason: refusal))
    case .message(let message): receive(.message(message))
    case .ended(let trouble):
      self.link = nil
      isConnected = false
      link.free()
      let unanswered = waiting.values.sorted { $0.bytes > $1.bytes }
      waiting = [:]
      subscriptions = [:]
      for (place, message) in unanswered.enumerated() {
        message.complete(trouble.isTooLarge && place == 0 ? .tooLarge : .unknown)
      }
      if !isEnding { retry(trouble) }
    }
  }

  private func retry(_ trouble: BrokerTrouble) {
    if let connectedAt {
      retries.ended(after: connectedAt.duration(to: MonotonicClock.now))
      self.connectedAt = nil
    }
    let wait = retries.next(chance: Double.random(in: 0..<1))
    receive(.disconnected(trouble, again: wait))
    queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in connect() }
  }
}
