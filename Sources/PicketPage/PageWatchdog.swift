internal import Base
import Dispatch
internal import Geofence

/// Reports to the service manager's watchdog as long as the page answers itself.
///
/// - Important: Must only be accessed on its queue.
final class PageWatchdog: Sendable {
  private let queue: DispatchQueue
  // Of its own: work that keeps the threads of a small board must not keep the watchdog waiting.
  private let asking = DispatchQueue(label: "picket.page.self", qos: .utility)
  private let request: SelfRequest
  private let interval: Duration

  /// What only the queue may reach.
  private struct State {
    var pulse = Pulse()
    var hasEnded = false
  }

  private let confined: Confined<State>

  /// Creates a watchdog; `nil` when the service manager has none.
  init?(_ listening: Listening, isSecure: Bool, on queue: DispatchQueue) {
    guard let limit = Systemd.watchdogInterval else { return nil }
    self.queue = queue
    confined = Confined(State(), on: queue)
    request = SelfRequest(to: listening, isSecure: isSecure)
    // One request may fail: each waits for this long, and so does the next one.
    interval = limit / 4
  }

  /// Starts to report.
  func start() {
    // A turn begins when the last one is over.
    asking.async { [self] in
      let answer = request.answer(until: MonotonicClock.now.advanced(by: interval))
      queue.async { [self] in adopt(answer) }
    }
  }

  /// Ends reporting.
  func stop() { confined.value.hasEnded = true }

  private func adopt(_ outcome: SelfRequest.PageAnswer) {
    guard !confined.value.hasEnded else { return }
    if confined.value.pulse.isAlive(after: outcome) {
      Systemd.notify("WATCHDOG=1")
    } else {
      Log.write(.warning, "the page does not answer its own request")
    }
    queue.asyncAfter(deadline: .now() + interval.inSeconds) { [weak self] in
      guard let self, !confined.value.hasEnded else { return }
      start()
    }
  }
}

/// Decides from the page's requests to itself whether it is alive.
struct Pulse: Hashable, Sendable {
  // A firewall could keep the page from itself: then silence shows nothing.
  private var hasAnswered = false

  /// Whether the page is alive after a request.
  mutating func isAlive(after outcome: SelfRequest.PageAnswer) -> Bool {
    switch outcome {
    case .answered:
      hasAnswered = true
      return true
    case .silent: return !hasAnswered
    case .unreachable: return true
    }
  }
}
