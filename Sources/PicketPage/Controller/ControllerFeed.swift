import Dispatch
internal import Geofence
internal import Notation
internal import Records
internal import System

/// The one connection over which the page watches the controller, made again when it ends.
///
/// - Important: Must only be accessed on its queue.
final class ControllerFeed: Sendable {
  /// Its reports.
  enum Report {
    /// The controller is watched from now on; everything that it publishes follows this report.
    case connected
    /// The controller cannot be reached, for this reason.
    case lost(String)
    /// A line that the controller has published.
    case published(Reply)
    /// The controller's answer to `status`.
    case status(Reply)
  }

  private let path: String
  private let queue: DispatchQueue
  /// What only the queue may reach.
  private struct State {
    var report: (Report) -> Void = { _ in }
    var talk: ControllerTalk?
    var backoff = Backoff(from: .milliseconds(250), to: .seconds(5))
    var reason: String?
    // The time of the request for the status whose answer is still awaited.
    var requested: Instant?
    var isEnding = false
  }

  private let confined: Confined<State>

  init(path: String, on queue: DispatchQueue) {
    self.path = path
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to watch.
  func start(_ report: @escaping (Report) -> Void) {
    confined.value.report = report
    connect()
  }

  /// Ends watching.
  func end() {
    confined.value.isEnding = true
    confined.value.talk?.end()
    confined.value.talk = nil
  }

  // The longest time for an answer; the controller needs some milliseconds.
  private static let patience = Duration.seconds(10)

  /// Requests the status, unless an answer is still awaited.
  ///
  /// A controller that hangs keeps its connections, and is reported as lost.
  func requestStatus() {
    guard let talk = confined.value.talk else { return }
    let now = MonotonicClock.now
    if let requested = confined.value.requested {
      if requested.duration(to: now) >= Self.patience {
        lose("picket does not answer: it is busy, or hangs; see its log")
      }
      return
    }
    confined.value.requested = now
    var request = JSONLine.request("status")
    request.add("id", "status")
    talk.send(request)
  }

  private func connect() {
    guard !confined.value.isEnding else { return }
    do throws(ControlConnection.Unavailable) {
      let talk = try ControllerTalk(path: path, on: queue)
      confined.value.talk = talk
      talk.start { [weak self] message in self?.receive(message) }
      var request = JSONLine.request("watch")
      request.add("fixes", true)
      request.add("id", "watch")
      talk.send(request)
    } catch {
      lose(error.description)
    }
  }

  private func receive(_ message: ControllerTalk.Arrival) {
    switch message {
    case .ended(let reason): lose(reason)
    case .reply(let reply):
      switch reply.text("id") {
      case "watch" where reply.refusal == nil:
        confined.value.backoff.reset()
        confined.value.reason = nil
        confined.value.report(.connected)
      case "status":
        confined.value.requested = nil
        if reply.refusal == nil { confined.value.report(.status(reply)) }
      default:
        guard reply.isAnswer else { return confined.value.report(.published(reply)) }
        // The last line of a connection has the reason why it ends.
        confined.value.reason = reply.refusal?.reason
      }
    }
  }

  private func lose(_ words: String) {
    confined.value.talk?.end()
    confined.value.talk = nil
    confined.value.requested = nil
    confined.value.report(.lost(confined.value.reason ?? words))
    confined.value.reason = nil
    queue.asyncAfter(deadline: .now() + confined.value.backoff.next().inSeconds) { [weak self] in
      self?.connect()
    }
  }
}
