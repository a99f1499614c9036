import Dispatch
package import Geofence
internal import Outputs
package import Receiver
internal import System

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
  }

  private let queue = DispatchQueue(label: "picket.survey")
  private let blindLimit: Duration?
  private let isComplete: @Sendable (Survey) -> Bool
  private let progress: @Sendable (Survey, Reception) -> Void
  private let ended = DispatchSemaphore(value: 0)

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var client: GPSDClient?
  private nonisolated(unsafe) var path: FixPath<Survey>
  private nonisolated(unsafe) var blindDeadline: Instant?
  private nonisolated(unsafe) var outcome: Outcome?
  private nonisolated(unsafe) var timer: DeadlineTimer?

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
    path = FixPath(filter: FixFilter(device: gpsd.device), decider: Survey())
    client = GPSDClient(queue: queue, host: gpsd.host, port: gpsd.port) { [self] message in
      receive(message)
    }
  }

  /// Gathers fixes until the survey is complete, blind or stopped.
  package func run() -> Outcome {
    queue.async { [self] in
      timer = DeadlineTimer(queue: queue) { [self] in timerFired() }
      blindDeadline = blindLimit.map { MonotonicClock.now.advanced(by: $0) }
      client?.start()
      rearm()
    }
    ended.wait()
    return queue.sync {
      outcome ?? Outcome(survey: path.decider, reception: path.reception, isBlind: false)
    }
  }

  /// Ends the survey with the fixes that it has.
  package func stop() {
    queue.async { [self] in end() }
  }

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard outcome == nil else { return }
    defer { rearm() }
    let before = path.reception
    if case .line(let line, let arrival) = message {
      _ = path.receive(line, .live(arrival))
      if case .trusted? = path.judgment?.verdict {
        blindDeadline = blindLimit.map { arrival.advanced(by: $0) }
        progress(path.decider, path.reception)
        if isComplete(path.decider) { end() }
        return
      }
    } else {
      path.receive(message)
    }
    if path.reception != before { progress(path.decider, path.reception) }
  }

  private func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    timer?.fired()
    let now = MonotonicClock.now
    client?.deadlineReached(at: now)
    if let blindDeadline, blindDeadline <= now { end(isBlind: true) }
    rearm()
  }

  private func rearm() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard outcome == nil else { return }
    if let next = Instant.earliest(client?.deadline, blindDeadline) { timer?.set(to: next) }
  }

  private func end(isBlind: Bool = false) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard outcome == nil else { return }
    outcome = Outcome(survey: path.decider, reception: path.reception, isBlind: isBlind)
    client?.stop()
    // The client and this survey hold each other.
    client = nil
    timer?.cancel()
    ended.signal()
  }
}
