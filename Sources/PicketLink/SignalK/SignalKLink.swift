import Base
import Dispatch
import Geofence
import Records

/// The part of the link that tells a Signal K server about the regions and the health of the board.
///
/// Signal K keeps states and no history, so nothing waits for the server: all of it is sent after
/// each connection and once a minute, and what changes at once.
final class SignalKLink: Sendable {
  private let settings: SignalKSettings
  private let name: String
  private let queue: DispatchQueue
  private let controller: ControllerWatch
  private let connection: SignalKConnection

  /// What only the queue may reach.
  private struct State {
    var board: SignalKBoard
    var since: Timestamp?
    var lastFault: String?
    // The fault that was logged last, until it is over.
    var fault: String?
    var isSilent = false
  }

  private let confined: Confined<State>

  /// Creates a link that is not connected yet.
  ///
  /// - Parameters:
  ///   - name: The name of the board.
  ///   - patience: The time for which a region must be unsure before that is told.
  ///   - queue: The queue on which everything happens.
  init(
    _ settings: SignalKSettings, of name: String, _ controller: LinkSettings.Controller,
    unsureAfter patience: Duration, on queue: DispatchQueue
  ) {
    self.settings = settings
    self.name = name
    self.queue = queue
    self.controller = ControllerWatch(controller, watchesFixes: false, on: queue)
    connection = SignalKConnection(settings, on: queue)
    confined = Confined(State(board: SignalKBoard(settings, patience: patience)), on: queue)
  }

  /// Starts the link.
  func start() {
    queue.async { [self] in
      controller.start { [self] news in handle(news) }
      connection.start { [self] news in handle(news) }
      sendAllEveryMinute()
    }
  }

  /// The state for `picket-link status`; called on the queue.
  var report: JSONLine {
    var line = JSONLine()
    line.add("server", "\(settings.host):\(settings.port)")
    line.add("transport", settings.transport.rawValue)
    line.add("connected", confined.value.since != nil)
    line.add("since", confined.value.since?.rfc3339)
    line.add("last_error", confined.value.lastFault)
    return line
  }

  private func handle(_ news: SignalKConnection.News) {
    switch news {
    case .connected:
      confined.value.since = SystemClock.now
      // By UDP nobody need be there.
      if settings.transport == .tcp || confined.value.fault == nil { hasServer() }
      send(confined.value.board.all())
    case .disconnected(let reason):
      confined.value.since = nil
      if confined.value.fault != reason { Log.write(.warning, "Signal K: \(reason); trying again") }
      confined.value.fault = reason
      confined.value.lastFault = reason
    }
  }

  private func hasServer() {
    confined.value.fault = nil
    Log.write(
      .notice,
      "Signal K: \(settings.transport == .tcp ? "connected" : "sending") to \(settings.address)")
  }

  private func handle(_ news: ControllerWatch.News) {
    switch news {
    case .answers: confined.value.isSilent = false
    case .silent:
      guard !confined.value.isSilent else { return }
      confined.value.isSilent = true
      confined.value.board.apply(BoardStatus.silent("no picket answers"))
    case .status(let status, _): confined.value.board.apply(status)
    case .regions(let answer):
      controller.request(at: confined.value.board.apply(answer, at: MonotonicClock.now))
    case .event(let fields): confined.value.board.apply(fields)
    case .position: return
    }
    // What changes without a server is sent to the next.
    if confined.value.since != nil { send(confined.value.board.changes()) }
  }

  private func sendAllEveryMinute() {
    queue.asyncAfter(deadline: .now() + 60, qos: .utility) { [self] in
      if let since = confined.value.since, confined.value.fault != nil,
        since.duration(to: SystemClock.now) >= .seconds(50)
      {
        hasServer()
      }
      if confined.value.since != nil { send(confined.value.board.all()) }
      sendAllEveryMinute()
    }
  }

  private func send(_ changes: [(path: String, notification: SignalKNotification?)]) {
    connection.send(SignalKDelta.lines(changes, of: name, at: SystemClock.now))
  }
}
