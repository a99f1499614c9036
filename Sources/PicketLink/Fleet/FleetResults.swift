import Base
import Geofence
import RegionFiles

/// Publishes and logs the results of updates of regions, each once.
struct FleetResults: Sendable {
  private let board: String
  private let topic: String
  private let broker: Broker
  private var last: FleetResult?
  // Five updates with all their lines.
  private var refusals = RefusalLog(most: 105)

  private static let mostLines = 20

  /// Creates the results of a board.
  init(_ settings: LinkSettings, _ broker: Broker) {
    board = settings.board
    topic = Topics(prefix: settings.prefix, board: settings.board).regionsResult
    self.broker = broker
  }

  /// Forgets the last result, since the broker may be a different one.
  mutating func forget() {
    last = nil
  }

  /// Publishes that an update is watched.
  mutating func applied(_ version: FleetVersion, regions: Int?, messages: [String] = []) {
    publish(
      FleetResult(
        board: board, version: version, isApplied: true, regions: regions, messages: messages))
  }

  /// Publishes why an update is not watched.
  ///
  /// - Parameter version: The update; `nil` if its manifest could not be read.
  mutating func refused(_ version: FleetVersion?, _ reasons: [String]) {
    publish(FleetResult(board: board, version: version, isApplied: false, messages: reasons))
  }

  private mutating func log(_ result: FleetResult, _ words: String) {
    let messages = result.messages.prefix(Self.mostLines)
    guard !result.isApplied else {
      Log.write(.notice, "applied \(words)")
      for message in messages { Log.write(.warning, message) }
      return
    }
    for line in ["the running regions are kept; refused \(words)"] + messages {
      if let line = refusals.line(line, at: MonotonicClock.now) { Log.write(.error, line) }
    }
  }

  /// Publishes a result, unless it equals the last one.
  private mutating func publish(_ result: FleetResult) {
    guard result != last else { return }
    last = result
    let words = result.version?.words ?? "a manifest"
    log(result, words)
    broker.publish(Message(topic, result.text, isRetained: true))
  }
}
