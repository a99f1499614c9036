import Dispatch
internal import Geofence
internal import Notation
internal import Records
internal import System

/// The one connection over which the page watches the controller, made again when it ends.
///
/// - Important: Must only be accessed on its queue.
final class ControllerFeed: @unchecked Sendable {
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
  private var report: (Report) -> Void = { _ in }
  private var talk: ControllerTalk?
  private var backoff = Backoff(from: .milliseconds(250), to: .seconds(5))
  private var reason: String?
  // The time of the request for the status whose answer is still awaited.
  private var requested: Instant?
  private var isEnding = false

  init(path: String, on queue: DispatchQueue) {
    self.path = path
    self.queue = queue
  }

  /// Starts to watch.
  func start(_ report: @escaping (Report) -> Void) {
    self.report = report
    connect()
  }

  /// Ends watching.
  func end() {
    isEnding = true
    talk?.end()
    talk = nil
  }

  // The longest time for an answer; the controller needs some milliseconds.
  private static let patience = Duration.seconds(10)

  /// Requests the status, unless an answer is still awaited.
  ///
  /// A controller that hangs keeps its connections, and is reported as lost.
  func requestStatus() {
    guard let talk else { return }
    let now = MonotonicClock.now
    if let requested {
      if requested.duration(to: now) >= Self.patience {
        lose("picket does not answer: it is busy, or hangs; see its log")
      }
      return
    }
    requested = now
    var request = JSONLine.request("status")
    request.add("id", "status")
    talk.send(request)
  }

  private func connect() {
    guard !isEnding else { return }
    do throws(ControlConnection.Unavailable) {
      let talk = try ControllerTalk(path: path, on: queue)
      self.talk = talk
      talk.start { [weak self] message in self?.receive(message) }
      var request = JSONLine.request("watch")
      request.add("fixes", true)
      request.add("id", "watch")
      talk.send(request)
    } catch {
      lose(error.description)
    }
  }

  private func receive(_ message: ControllerTalk.Message) {
    switch message {
    case .ended(let reason): lose(reason)
    case .reply(let reply):
      switch reply.text("id") {
      case "watch" where reply.refusal == nil:
        backoff.reset()
        reason = nil
        report(.connected)
      case "status":
        requested = nil
        if reply.refusal == nil { report(.status(reply)) }
      default:
        guard reply.isAnswer else { return report(.published(reply)) }
        // The last line of a connection has the reason why it ends.
        reason = reply.refusal
      }
    }
  }

  private func lose(_ words: String) {
    talk?.end()
    talk = nil
    requested = nil
    report(.lost(reason ?? words))
    reason = nil
    queue.asyncAfter(deadline: .now() + backoff.next().inSeconds) { [weak self] in self?.connect() }
  }
}
