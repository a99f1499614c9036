import Base
import Dispatch
import Geofence
import Records

/// Watches the controller of this board: its state, its regions, its events and its positions.
///
/// Everything happens on the queue that it is created with.
final class ControllerWatch: Sendable {
  /// A report to the owner.
  enum News: Sendable {
    /// The controller answers.
    case answers
    /// The controller does not answer, for this reason.
    case silent(String)
    /// The state of the board, and the receiver's time.
    case status(BoardStatus, time: Timestamp?)
    /// The answer to the request for all regions.
    case regions(RegionsAnswer)
    /// The fields of an event.
    case event([String: JSON])
    case position(Position)
  }

  private let feed: ControlFeed
  private let configuration: String
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (News) -> Void = { _ in }
    var isRequestPlanned = false
    // Whether that request is for the regions, too.
    var areRegionsWanted = false
  }

  private let confined: Confined<State>

  /// Creates a watch that does nothing until it is started.
  ///
  /// - Parameter watchesFixes: Whether positions are reported, too.
  init(_ controller: LinkSettings.Controller, watchesFixes: Bool, on queue: DispatchQueue) {
    feed = ControlFeed(path: controller.socketPath, watchesFixes: watchesFixes, on: queue)
    configuration = controller.configuration
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to watch.
  ///
  /// - Parameter receive: Called on the queue with all news.
  func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    feed.start { [self] news in handle(news) }
    requestEveryMinute()
  }

  /// Requests the state and the regions.
  func request(withRegions: Bool = true) {
    dispatchPrecondition(condition: .onQueue(queue))
    feed.send(.request("status")) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      let answer = StatusAnswer(reply)
      let status = BoardStatus(answer, configuration: FileHash.short(of: configuration))
      let time = answer.time.flatMap(Timestamp.init(rfc3339:))
      confined.value.receive(.status(status, time: time))
    }
    guard withRegions else { return }
    var request = JSONLine.request("regions")
    request.add("all", true)
    feed.send(request) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      confined.value.receive(.regions(RegionsAnswer(reply)))
    }
  }

  /// Requests the state and the regions at an instant, if there is one.
  func request(at instant: Instant?) {
    guard let instant else { return }
    let wait = MonotonicClock.now.duration(to: instant).inSeconds
    queue.asyncAfter(deadline: .now() + max(0, wait)) { [self] in request() }
  }

  private func handle(_ news: ControlFeed.News) {
    switch news {
    case .connected:
      confined.value.receive(.answers)
      request()
    case .disconnected(let reason): confined.value.receive(.silent(reason))
    case .line(let line):
      switch PublishedLine(line) {
      case .output, nil: break
      case .fix(let fix):
        if let position = Position(fix) { confined.value.receive(.position(position)) }
      case .event:
        confined.value.receive(.event(line.fields))
        requestSoon(withRegions: false)
      // Something around the monitor has changed. Several arrive at a time.
      case .note, .leftOut: requestSoon(withRegions: true)
      }
    }
  }

  /// Requests once a minute, since not every change has a note.
  private func requestEveryMinute() {
    queue.asyncAfter(deadline: .now() + 60, qos: .utility) { [self] in
      request()
      requestEveryMinute()
    }
  }

  private func requestSoon(withRegions: Bool) {
    confined.value.areRegionsWanted = confined.value.areRegionsWanted || withRegions
    guard !confined.value.isRequestPlanned else { return }
    confined.value.isRequestPlanned = true
    queue.asyncAfter(deadline: .now() + 0.3) { [self] in
      confined.value.isRequestPlanned = false
      request(withRegions: confined.value.areRegionsWanted)
      confined.value.areRegionsWanted = false
    }
  }
}

/// The hash of a file, which shows whether boards have different settings.
enum FileHash {
  /// The first 16 digits of its SHA-256; `nil` when it cannot be read.
  static func short(of path: String) -> String? {
    guard let bytes = try? TextFile.bytes(path: path, limit: 1 << 16, remedy: "") else {
      return nil
    }
    return SHA256.digest(bytes).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
