import Dispatch
internal import Geofence
internal import Notation
internal import Records
internal import System

/// The table `[boards]`: the page also shows the boards of a broker.
struct BoardsSettings: Hashable, Sendable {
  /// The path of a file for `picket-link`, which names the broker.
  let link: String

  /// Reads the table; `nil` without it.
  static func read(_ top: inout TOMLSection) -> BoardsSettings? {
    var section = top.section("boards")
    let expected = "the path of a link.toml that names the broker"
    let link = section.path("link", expected: expected)
    if section.exists, link == nil, !section.has("link") {
      section.note("link", "there is no link in [boards]", remedy: "give \(expected)")
    }
    top.add(section.finished())
    return link.map { BoardsSettings(link: $0) }
  }
}

/// Answers with all boards of a broker, which a `picket-link watch` watches as long as the page runs.
///
/// - Important: Must only be accessed on its queue.
final class BoardsDesk: Sendable {
  private let settings: BoardsSettings
  private let queue: DispatchQueue
  /// What only the queue may reach.
  private struct State {
    var report = BoardsReport()
    var program: BoardsProgram?
    var started = MonotonicClock.now
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    var isEnding = false
  }

  private let confined: Confined<State>

  // A program that has run for this long is started again soon.
  private static let lasting = Duration.seconds(60)

  init(_ settings: BoardsSettings, on queue: DispatchQueue) {
    self.settings = settings
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to watch.
  func start() {
    guard !confined.value.isEnding else { return }
    confined.value.started = MonotonicClock.now
    confined.value.report.started()
    do throws(Denial) {
      let program = try BoardsProgram(settings)
      confined.value.program = program
      program.start(on: queue) { [weak self] report in self?.receive(report) }
    } catch {
      restart(error.reason)
    }
  }

  /// Ends watching.
  func end() {
    confined.value.isEnding = true
    confined.value.program?.end()
    confined.value.program = nil
  }

  /// The answer to a request for all boards.
  func answer() -> WebResponse {
    WebResponse(json: confined.value.report.json(at: SystemClock.now))
  }

  private func receive(_ report: BoardsProgram.Report) {
    guard !confined.value.isEnding else { return }
    switch report {
    case .lines(let lines):
      for line in lines {
        if let reason = confined.value.report.apply(line) { Log.write(.warning, reason) }
      }
    case .ended(let reason):
      confined.value.program = nil
      restart(reason)
    }
  }

  private func restart(_ reason: String) {
    if confined.value.report.lost(reason) { Log.write(.error, reason) }
    if confined.value.started.duration(to: MonotonicClock.now) > Self.lasting {
      confined.value.backoff.reset()
    }
    queue.asyncAfter(deadline: .now() + confined.value.backoff.next().inSeconds) { [weak self] in
      self?.start()
    }
  }
}
