import Base
import Dispatch
import Geofence

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
    /// The broker does not have all that the link uses; a connection without that follows.
    case limited(BrokerLimits)
    /// There is no connection, for this reason; the next attempt follows after `again`.
    case disconnected(BrokerTrouble, again: Duration)
    /// A message has arrived.
    case message(ReceivedMessage)
    /// The broker has refused a subscription, for this reason.
    case unsubscribed(topic: String, reason: String)
  }

  private let settings: BrokerSettings
  private let client: String
  private let will: Message?
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (News) -> Void = { _ in }
    var session = BrokerSession<BrokerConnection>()
    var limits: BrokerLimits = []
    var verificationTime: @Sendable () -> Timestamp? = { nil }
  }

  private let confined: Confined<State>

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
    confined = Confined(State(), on: queue)
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
    confined.value.receive = receive
    confined.value.verificationTime = time
    connect()
  }

  /// Publishes a message with QoS 1, if the broker has that.
  ///
  /// - Parameter completion: Called once, on the queue, when the broker has answered or cannot
  ///   answer any more.
  func publish(
    _ message: Message, _ completion: @escaping @Sendable (Publication) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let link = confined.value.session.acceptedLink else { return completion(.unknown) }
    switch link.publish(message) {
    case .number(let number):
      let bytes = message.topic.utf8.count + message.payload.count
      confined.value.session.wait(number, bytes: bytes, completion)
    case .ended(let publication): completion(publication)
    }
  }

  /// Subscribes to a topic, with QoS 1, as long as this connection lasts.
  func subscribe(_ topic: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let link = confined.value.session.acceptedLink else { return }
    switch link.subscribe(topic) {
    case .number(let number): confined.value.session.wait(number, topic: topic)
    case .ended(let end):
      if let reason = end.refusal {
        confined.value.receive(.unsubscribed(topic: topic, reason: reason))
      }
    }
  }

  /// Ends a subscription.
  func unsubscribe(_ topic: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.session.acceptedLink?.unsubscribe(topic)
  }

  /// Ends the connection, and has the broker publish the will.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.session.end()
    confined.value.session.link?.end()
  }

  // MARK: Connections

  private func connect() {
    guard confined.value.session.mayConnect else { return }
    let link = BrokerConnection(
      settings, client: client, will: will, limits: confined.value.limits,
      time: confined.value.verificationTime(), on: queue)
    do throws(BrokerTrouble) {
      try link.start { [self] report in
        queue.async { [self] in handle(report, of: link) }
      }
      confined.value.session.connect(link)
    } catch {
      link.free()
      retry(error)
    }
  }

  private func handle(_ report: BrokerConnection.Report, of link: BrokerConnection) {
    switch confined.value.session.receive(report, of: link, at: MonotonicClock.now) {
    case .none: break
    case .report(let news): confined.value.receive(news)
    case .complete(let complete, let publication): complete(publication)
    case .end(let unanswered, let trouble):
      link.free()
      for (complete, publication) in unanswered { complete(publication) }
      if !confined.value.session.isEnding, !connectsWithin(trouble.limit) { retry(trouble) }
    }
  }

  /// Connects at once without what the broker does not have; returns whether that is new.
  ///
  /// A client without a will, at a desk, needs what is missing.
  private func connectsWithin(_ limit: BrokerLimits) -> Bool {
    guard will != nil, !confined.value.limits.isSuperset(of: limit) else { return false }
    confined.value.limits.formUnion(limit)
    confined.value.receive(.limited(confined.value.limits))
    connect()
    return true
  }

  private func retry(_ trouble: BrokerTrouble) {
    let wait = confined.value.session.nextWait(chance: Double.random(in: 0..<1))
    confined.value.receive(.disconnected(trouble, again: wait))
    queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in connect() }
  }
}

/// The waits before connecting again: 1 s, then twice as long each time, up to 5 minutes.
///
/// Each wait is a random part of that, at least half of it: when a broker returns, the boards of a
/// fleet do not all connect at once.
struct Retries: Hashable, Sendable {
  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// Creates the waits before the first failure.
  init() {}

  /// The wait after a further failure.
  ///
  /// - Parameter chance: A random number from 0 to 1.
  mutating func next(chance: Double) -> Duration {
    let whole = backoff.next()
    return whole / 2 + whole / 2 * chance
  }

  /// Notes how long a connection lasted: after a lasting one the next wait is short.
  mutating func ended(after duration: Duration) {
    if duration >= Self.lasting { backoff.reset() }
  }

  private static let lasting = Duration.seconds(10)
}
