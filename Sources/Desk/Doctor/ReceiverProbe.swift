internal import Base
package import Board
internal import Dispatch
internal import Geofence
internal import Picket

/// A short look at the reports of gpsd.
///
/// gpsd serves many clients: a running controller is not disturbed.
package final class ReceiverProbe: Sendable {
  private let settings: GPSDSettings
  private let queue = DispatchQueue(label: "picket.doctor")
  private let ended = DispatchSemaphore(value: 0)

  /// What only the queue may reach.
  private struct State: ~Copyable {
    var client: GPSDClient?
    var path: FixPath<Survey>
    var account: ReceiverAccount
  }

  private let confined: Confined<State>

  /// Creates a look that does nothing until `run`.
  package init(_ settings: GPSDSettings) {
    self.settings = settings
    let state = State(
      path: FixPath(
        filter: FixFilter(device: settings.device), names: settings.names, decider: Survey()),
      account: ReceiverAccount(settings))
    confined = Confined(state, on: queue)
  }

  /// Listens until the account is complete: at most ten seconds, or three where no more will come.
  package func run() -> ReceiverAccount {
    queue.async { [self] in
      confined.value.client = GPSDClient(
        queue: queue, host: settings.host, port: settings.port
      ) { [self] message in
        receive(message)
      }
      confined.value.client?.start()
    }
    if ended.wait(timeout: .now() + Self.first) == .timedOut,
      !queue.sync(execute: {
        confined.value.account.hasNoReceiver || confined.value.account.isEnough
      })
    {
      _ = ended.wait(timeout: .now() + Self.rest)
    }
    return queue.sync {
      confined.value.client?.stop()
      // Breaks the cycle of references between the client and this look.
      confined.value.client = nil
      return confined.value.account
    }
  }

  // In seconds. A new client may make gpsd find a receiver, which takes a moment.
  private static let first = 3.0
  // gpsd needs up to 6.4 s to find the speed of its receiver before it reports anything.
  private static let rest = 7.0

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.account.isComplete else { return }
    switch message {
    case .connected: confined.value.account.isConnected = true
    case .lost(let reason): confined.value.account.failure = reason
    case .silent: break
    case .line(let line, let arrival):
      let step = confined.value.path.receive(line, .live(arrival))
      var bytes: [UInt8] = []
      if case .whole(let whole) = line { bytes = whole }
      confined.value.account.velocity = confined.value.path.velocity
      confined.value.account.names = confined.value.path.names.others
      confined.value.account.add(
        step.report, line: bytes, verdict: confined.value.path.judgment?.verdict,
        isFollowed: step.isFollowed,
        at: SystemClock.now, isKept: SystemClock.isSynchronised)
    }
    if confined.value.account.isComplete { ended.signal() }
  }
}
