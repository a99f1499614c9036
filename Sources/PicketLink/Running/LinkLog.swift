import Base
import Dispatch
import Geofence

/// Keeps the health of a link, and logs each change once.
///
/// Everything happens on the queue of the link.
final class LinkLog: Sendable {
  private let confined: Confined<LinkHealth>

  /// Creates a log of a link that is not connected yet.
  init(on queue: DispatchQueue) {
    confined = Confined(LinkHealth(), on: queue)
  }

  /// The present health.
  var health: LinkHealth { confined.value }

  // MARK: The broker

  /// Notes a connection to the broker.
  func connected(to host: String) {
    guard confined.value.connected(at: SystemClock.now) else { return }
    Log.write(.notice, "connected to \(host)")
  }

  /// Notes why there is no connection, and when the next attempt follows.
  func disconnected(_ trouble: BrokerTrouble, again wait: Duration) {
    guard confined.value.disconnected(trouble.description, at: SystemClock.now) else { return }
    Log.write(.warning, "\(trouble); trying again in \(wait.inSeconds.secondsText(decimals: 0))")
  }

  /// Notes what the broker does not have.
  func limited(_ limits: BrokerLimits) {
    guard let words = limits.words, confined.value.limited(words) else { return }
    Log.write(.warning, words)
  }

  /// Notes that the connection waits for the time of a fix.
  func waitsForClock() {
    guard confined.value.waitsForClock(at: SystemClock.now) else { return }
    Log.write(
      .warning,
      "the clock of this board is at \(SystemClock.now.rfc3339), so the certificate of the broker "
        + "cannot be checked; waiting for the time of a fix")
  }

  /// Notes the outcome of publishing a message other than an event.
  func ended(_ publication: Publication, of topic: String) {
    guard let reason = publication.refusal,
      confined.value.refusedOther(topic, reason, at: SystemClock.now)
    else { return }
    Log.write(.warning, "\(topic) is not published: \(reason)")
  }

  /// Notes that another link has the name of this board.
  func namesake(_ text: String) {
    if confined.value.namesake(text) {
      Log.write(.error, "\(text); give each board its own name with board in link.toml")
    }
  }

  // MARK: Events

  /// Notes that the broker refuses events, or accepts them again.
  func changed(_ change: EventQueue.Notice) {
    switch change {
    case .refused(let event, let reason):
      confined.value.refused(reason, at: SystemClock.now)
      Log.write(.error, "\(event.words) is not published: \(reason); trying again")
    case .shortened(let event):
      Log.write(
        .warning, "\(event.words) is sent without its note: the broker allows no larger message")
    case .skipped(let event):
      let text = "\(event.words) is skipped: it is larger than the broker allows, without its note"
      confined.value.refused(text, at: SystemClock.now)
      Log.write(.error, "\(text); allow larger messages at the broker")
    case .accepts:
      Log.write(.notice, "the broker accepts events again")
    }
  }

  /// Notes that the cursor was written.
  func wroteCursor() {
    if confined.value.wroteCursor() { Log.write(.notice, "the cursor can be written again") }
  }

  /// Notes why the cursor cannot be written.
  func failedCursor(_ error: SystemError) {
    guard confined.value.failedCursor("\(error)", at: SystemClock.now) else { return }
    Log.write(
      .error,
      "\(error); make room; after a restart, these events would be sent again")
  }

  // MARK: The controller

  /// Notes that the controller answers.
  func controllerAnswers() {
    if confined.value.controllerAnswers() { Log.write(.notice, "picket answers") }
  }

  /// Notes why the controller does not answer.
  func controllerIsSilent(_ reason: String) {
    if confined.value.controllerIsSilent(reason) { Log.write(.warning, reason) }
  }
}

/// A limit for the log lines about refused messages: each sender could otherwise fill the disk with
/// them.
struct RefusalLog: Sendable {
  private let most: Int
  private var lines = 0
  private var omitted = 0
  private var began: Instant?

  private static let period = Duration.seconds(600)

  /// Creates a full budget.
  ///
  /// - Parameter most: The most lines in ten minutes.
  init(most: Int = 20) {
    self.most = most
  }

  /// The line to log now, with the number of those that were left out before; `nil` for none.
  mutating func line(_ text: String, at now: Instant) -> String? {
    if began.map({ $0.duration(to: now) >= Self.period }) ?? true {
      began = now
      lines = 0
    }
    guard lines < most else {
      omitted += 1
      return nil
    }
    lines += 1
    defer { omitted = 0 }
    return omitted > 0 ? "\(text) (\(omitted) such lines were left out before)" : text
  }
}
