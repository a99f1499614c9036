import Base
import Dispatch
import Geofence
import Records

/// Carries out orders from the broker, and answers them.
///
/// It must only be called on the queue that it is created with; its requests to the controller are
/// sent on another queue.
final class OrderInbox: Sendable {
  private let topics: Topics
  private let allowed: Set<LinkSettings.Order>
  private let socket: String
  private let broker: Broker
  private let queue: DispatchQueue
  private let work = DispatchQueue(label: "picket-link.orders")

  /// What only `work` may reach.
  private struct State {
    var memory = OrderMemory()
    var refusals = RefusalLog()
  }

  private let confined: Confined<State>

  /// Creates an inbox for the orders that the settings allow.
  init(_ settings: LinkSettings, _ broker: Broker, on queue: DispatchQueue) {
    topics = Topics(prefix: settings.prefix, board: settings.board)
    allowed = settings.orders
    socket = settings.controller.socketPath
    self.broker = broker
    self.queue = queue
    confined = Confined(State(), on: work)
  }

  /// Subscribes to orders, after each new connection.
  func connected() {
    dispatchPrecondition(condition: .onQueue(queue))
    broker.subscribe(topics.order)
    broker.subscribe("\(topics.order)/+")
  }

  /// Receives a message.
  ///
  /// - Returns: Whether it was an order.
  func receive(_ message: ReceivedMessage) -> Bool {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let sender = Self.sender(of: message.topic, topics) else { return false }
    work.async { [self] in
      let answer = answer(to: message, from: sender)
      queue.async { [self] in reply(answer, to: message) }
    }
    return true
  }

  /// The sender of an order on a topic; `nil` if it is not a topic of orders.
  ///
  /// A broker that is set up that way lets each user write only under its own name; the sender on
  /// the bare topic is not known.
  static func sender(of topic: String, _ topics: Topics) -> String? {
    if topic == topics.order { return "an unnamed sender" }
    guard topic.hasPrefix("\(topics.order)/") else { return nil }
    let name = topic.dropFirst(topics.order.count + 1)
    return name.isEmpty || name.contains("/") ? nil : String(name)
  }

  // MARK: The controller

  /// Carries out an order on the work queue, and returns the answer.
  private func answer(to message: ReceivedMessage, from sender: String) -> JSONLine {
    do {
      let order = try Order(message.payload, isRetained: message.isRetained, allowed: allowed)
      let connection = try ControlConnection(path: socket)
      let status = try connection.reply(to: .request("status"))
      if let refusal = status.refusal { throw Order.Refusal(refusal.reason) }
      let now = StatusAnswer(status).time.flatMap(Timestamp.init(rfc3339:))
      if let refusal = order.refusal(at: now) { throw refusal }
      let key = OrderMemory.key(message.payload, from: sender)
      if let now, let refusal = confined.value.memory.admit(key, until: order.expires, at: now) {
        throw refusal
      }
      var request = order.request
      request.add("by", sender)
      let reply = try connection.reply(to: request)
      confined.value.memory.settle(key, reply.refusal == nil ? .carriedOut : .refused)
      if let refusal = reply.refusal { throw Order.Refusal(refusal.reason) }
      Log.write(.notice, "carried out \(order.kind.rawValue) for \(sender.quoted)")
      var line = JSONLine()
      line.add(Refusal.isDone, true)
      line.add("board", topics.board)
      for key in reply.fields.keys.sorted() where key != Refusal.isDone {
        line.add(key, reply.fields[key] ?? .null)
      }
      return line
    } catch {
      let reason = (error as? Order.Refusal)?.reason ?? "\(error)"
      let text = "refused an order of \(sender.quoted): \(reason)"
      if let text = confined.value.refusals.line(text, at: MonotonicClock.now) {
        Log.write(.warning, text)
      }
      var line = JSONLine()
      line.add(Refusal.isDone, false)
      line.add("board", topics.board)
      line.add("error", reason)
      return line
    }
  }

  private func reply(_ answer: JSONLine, to message: ReceivedMessage) {
    guard let topic = message.responseTopic else { return }
    // A sender must not make the board write to other topics under the board's name.
    guard topics.isAnswer(topic) else {
      let text = "no answer to \(topic.quoted): answers go to topics below \(topics.answer)"
      return work.async { [self] in
        if let text = confined.value.refusals.line(text, at: MonotonicClock.now) {
          Log.write(.warning, text)
        }
      }
    }
    broker.publish(Message(topic, answer.text, correlation: message.correlation))
  }
}
