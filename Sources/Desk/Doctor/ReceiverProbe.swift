internal import Dispatch
internal import Geofence
internal import Picket
package import Receiver
internal import System

/// A short look at the reports of gpsd.
///
/// gpsd serves many clients: a running controller is not disturbed.
package final class ReceiverProbe: Sendable {
  private let queue = DispatchQueue(label: "picket.doctor")
  private let ended = DispatchSemaphore(value: 0)

  /// - Important: Must only be accessed on `queue`, like `path` and `account`.
  private nonisolated(unsafe) var client: GPSDClient?
  private nonisolated(unsafe) var path: FixPath<Survey>
  private nonisolated(unsafe) var account: ReceiverAccount

  /// Creates a look that does nothing until `run`.
  package init(_ settings: GPSDSettings) {
    account = ReceiverAccount(settings)
    path = FixPath(filter: FixFilter(device: settings.device), decider: Survey())
    client = GPSDClient(queue: queue, host: settings.host, port: settings.port) { [self] message in
      receive(message)
    }
  }

  /// Listens until the account is complete: at most ten seconds, or three without a receiver.
  package func run() -> ReceiverAccount {
    queue.async { [self] in client?.start() }
    if ended.wait(timeout: .now() + Self.first) == .timedOut,
      !queue.sync(execute: { account.hasNoReceiver })
    {
      _ = ended.wait(timeout: .now() + Self.rest)
    }
    return queue.sync {
      client?.stop()
      // Breaks the cycle of references between the client and this look.
      client = nil
      return account
    }
  }

  // In seconds. A new client may make gpsd find a receiver, which takes a moment.
  private static let first = 3.0
  // gpsd needs up to 6.4 s to find the speed of its receiver before it reports anything.
  private static let rest = 7.0

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !account.isComplete else { return }
    switch message {
    case .connected: account.isConnected = true
    case .lost(let reason): account.failure = reason
    case .silent: break
    case .line(let line, let arrival):
      let step = path.receive(line, .live(arrival))
      var bytes: [UInt8] = []
      if case .whole(let whole) = line { bytes = whole }
      account.add(
        step.report, line: bytes, verdict: path.judgment?.verdict, isFollowed: step.isFollowed,
        at: SystemClock.now, isKept: SystemClock.isSynchronised)
    }
    if account.isComplete { ended.signal() }
  }
}
