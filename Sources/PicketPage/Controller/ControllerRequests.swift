internal import Base
import Dispatch
internal import Geofence
internal import Records

/// Sends requests to the controller, each over a separate connection: orders first, then in turn for
/// each sender.
///
/// - Important: Must only be accessed on its queue.
final class ControllerRequests: Sendable {
  /// The answer to a request, or the reason why there is none.
  typealias Outcome = Result<Reply, Denial>

  /// What only the queue may reach.
  private struct State {
    // Each request has a thread, and the controller 64 places for all its clients.
    let turns = Turns(most: 8, reserved: 2, share: 3, mostWaiting: 16)
    var answers: [String: SharedAnswer] = [:]
  }

  private let path: String
  private let queue: DispatchQueue
  private let confined: Confined<State>
  private let patience: Double

  // The time for which an answer is given to all who ask the same: phones load at the same moment.
  private static let sharing = Duration.milliseconds(100)

  /// - Parameter patience: The longest wait for a turn, in seconds.
  init(path: String, on queue: DispatchQueue, patience: Double = 10) {
    self.path = path
    self.queue = queue
    self.patience = patience
    confined = Confined(State(), on: queue)
  }

  /// Sends a request when its turn comes, and passes its answer on.
  ///
  /// - Parameters:
  ///   - sender: The sender, as `AccessRules.Visitor` names it.
  ///   - isOrder: Whether it changes something.
  ///   - answer: Called once, with the answer, or with the reason why there is none.
  func send(
    _ request: JSONLine, of sender: String, isOrder: Bool = false,
    _ answer: @escaping (Outcome) -> Void
  ) {
    let number = confined.value.turns.take(of: sender, isUrgent: isOrder) { [self] done in
      let finish = { (outcome: Outcome) in
        done()
        answer(outcome)
      }
      if isOrder { order(request, finish) } else { ask(request, finish) }
    }
    guard let number else {
      return answer(.failure(.busy("denied.requests")))
    }
    let late = Confined(answer, alreadyOn: queue)
    queue.asyncAfter(deadline: .now() + patience) { [self] in
      if confined.value.turns.withdraw(number) { late.value(.failure(.busy())) }
    }
  }

  private func order(_ request: JSONLine, _ answer: @escaping (Outcome) -> Void) {
    start(request) { [self] outcome in
      // They may show what was before the order.
      confined.value.answers = [:]
      answer(outcome)
    }
  }

  private func ask(_ request: JSONLine, _ answer: @escaping (Outcome) -> Void) {
    dropOldAnswers()
    let key = request.text
    if let known = confined.value.answers[key] { return known.share(answer) }
    let shared = SharedAnswer(at: MonotonicClock.now)
    confined.value.answers[key] = shared
    shared.share(answer)
    start(request) { [self] outcome in
      shared.give(outcome)
      queue.asyncAfter(deadline: .now() + Self.sharing.inSeconds) { [self] in dropOldAnswers() }
    }
  }

  private func dropOldAnswers() {
    let now = MonotonicClock.now
    confined.value.answers = confined.value.answers.filter {
      $0.value.sent.duration(to: now) < Self.sharing
    }
  }

  private func start(_ request: JSONLine, _ answer: @escaping (Outcome) -> Void) {
    let finish = Confined(answer, alreadyOn: queue)
    do throws(SystemError) {
      try OwnThread.start { [self] in
        let outcome = reply(to: request)
        queue.async { finish.value(outcome) }
      }
    } catch {
      answer(.failure(Denial(503, "\(error)")))
    }
  }

  /// The answer, which may take as long as the controller's disk.
  private func reply(to request: JSONLine) -> Outcome {
    do throws(ControlConnection.Unavailable) {
      return .success(try ControlConnection(path: path).reply(to: request))
    } catch {
      return .failure(Denial(error.isLate ? 504 : 503, error.said))
    }
  }
}

/// One answer for all who ask the same at the same time.
private final class SharedAnswer {
  /// The time at which the question was sent.
  let sent: Instant
  private var outcome: ControllerRequests.Outcome?
  private var waiting: [(ControllerRequests.Outcome) -> Void] = []

  init(at sent: Instant) { self.sent = sent }

  /// Passes the answer on, now or when it comes.
  func share(_ answer: @escaping (ControllerRequests.Outcome) -> Void) {
    if let outcome { answer(outcome) } else { waiting.append(answer) }
  }

  /// Gives the answer to all who wait for it.
  func give(_ outcome: ControllerRequests.Outcome) {
    self.outcome = outcome
    for answer in waiting { answer(outcome) }
    waiting = []
  }
}
