package import Base
package import Board
import Dispatch
package import Geofence

/// A survey of the fixes that gpsd reports now, for a command that waits for it.
///
/// gpsd serves many clients: no controller needs to run, and a running one is not disturbed.
package final class LiveSurvey: Sendable {
  /// The result of a survey.
  package struct Outcome: Sendable {
    /// The fixes that were gathered.
    package let survey: Survey
    /// The reception at the end.
    package let reception: Reception
    /// Whether the survey ended because no trusted fix came.
    package let isBlind: Bool
    /// The reason for which the last fix was rejected; `nil` after a trusted one.
    package let rejection: Rejection?

    /// The reason why there is no trusted position, in words.
    package var reason: Reason {
      guard reception.hasFix, let rejection, rejection.isOfReports else { return reception.reason }
      return Reason(
        "reception.doubted", ["fix": .reason(reception.said), "reason": .reason(rejection.said)])
    }
  }

  private let gpsd: GPSDSettings
  private let queue = DispatchQueue(label: "picket.survey")
  private let blindLimit: Duration?
  private let isComplete: @Sendable (Survey) -> Bool
  private let progress: @Sendable (Survey, Reception) -> Void
  private let ended = DispatchSemaphore(value: 0)

  /// What only the queue may reach.
  private struct State: ~Copyable {
    var client: GPSDClient?
    var path: FixPath<Survey>
    var blindDeadline: Instant?
    var rejection: Rejection?
    var outcome: Outcome?
    var timer: DeadlineTimer?

    /// Receives a message, and returns whether a trusted fix came, and whether there is something new.
    mutating func receive(
      _ message: GPSDClient.Message, blindLimit: Duration?
    ) -> (isTrusted: Bool, isNews: Bool) {
      let before = path.reception
      guard case .line(let line, let arrival) = message else {
        path.receive(message)
        return (false, path.reception != before)
      }
      _ = path.receive(line, .live(arrival))
      switch path.verdict {
      case .trusted?:
        rejection = nil
        blindDeadline = blindLimit.map { arrival.advanced(by: $0) }
        return (true, true)
      case .rejected(let reason)? where reason != .duplicate: rejection = reason
      case .rejected?, nil: break
      }
      return (false, path.reception != before)
    }

    /// Sets the timer to what is due next.
    mutating func rearm() {
      guard outcome == nil, let next = Instant.earliest(client?.deadline, blindDeadline) else {
        return
      }
      timer?.set(to: next)
    }

    /// What the survey has by now.
    func outcome(isBlind: Bool) -> Outcome {
      Outcome(
        survey: path.decider, reception: path.reception, isBlind: isBlind, rejection: rejection)
    }
  }

  private let confined: Confined<State>

  /// Creates a survey that does nothing until `run`.
  ///
  /// - Parameters:
  ///   - blindLimit: The time without a trusted fix after which the survey ends; `nil` for none.
  ///   - isComplete: Whether the survey has gathered enough.
  ///   - progress: Called with each fix and each change of the reception.
  package init(
    _ gpsd: GPSDSettings, blindLimit: Duration? = nil,
    isComplete: @escaping @Sendable (Survey) -> Bool = { _ in false },
    progress: @escaping @Sendable (Survey, Reception) -> Void = { _, _ in }
  ) {
    self.blindLimit = blindLimit
    self.isComplete = isComplete
    self.progress = progress
    self.gpsd = gpsd
    let path = FixPath(
      filter: FixFilter(device: gpsd.device), names: gpsd.names, decider: Survey())
    confined = Confined(State(path: path), on: queue)
  }

  /// Gathers fixes until the survey is complete, blind or stopped.
  package func run() -> Outcome {
    queue.async { [self] in
      confined.value.timer = DeadlineTimer(queue: queue) { [self] in timerFired() }
      confined.value.blindDeadline = blindLimit.map { MonotonicClock.now.advanced(by: $0) }
      confined.value.client = GPSDClient(
        queue: queue, host: gpsd.host, port: gpsd.port
      ) { [self] message in
        receive(message)
      }
      confined.value.client?.start()
      confined.value.rearm()
    }
    ended.wait()
    return queue.sync { confined.value.outcome ?? confined.value.outcome(isBlind: false) }
  }

  /// Ends the survey with the fixes that it has.
  package func stop() {
    queue.async { [self] in end() }
  }

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard confined.value.outcome == nil else { return }
    defer { confined.value.rearm() }
    let (isTrusted, isNews) = confined.value.receive(message, blindLimit: blindLimit)
    if isNews { progress(confined.value.path.decider, confined.value.path.reception) }
    if isTrusted, isComplete(confined.value.path.decider) { end() }
  }

  private func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.timer?.fired()
    let now = MonotonicClock.now
    confined.value.client?.deadlineReached(at: now)
    if let blindDeadline = confined.value.blindDeadline, blindDeadline <= now { end(isBlind: true) }
    confined.value.rearm()
  }

  private func end(isBlind: Bool = false) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard confined.value.outcome == nil else { return }
    confined.value.outcome = confined.value.outcome(isBlind: isBlind)
    confined.value.client?.stop()
    // The client and this survey hold each other.
    confined.value.client = nil
    confined.value.timer?.cancel()
    ended.signal()
  }
}
