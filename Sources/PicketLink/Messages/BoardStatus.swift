import Base
import Records

/// The state of the board, as the broker keeps it: only values that change seldom.
struct BoardStatus: Hashable, Sendable {
  /// Whether the controller monitors.
  var monitors = false

  /// The reason for which the controller does not monitor.
  var reason: Reason?

  /// Whether fixes can be trusted; `nil` when no controller runs.
  var sight: StatusAnswer.Sight?

  /// What matters first, without its numbers.
  var first: Matter?

  /// The alarms that are not acknowledged.
  var alarms: [Reason] = []

  /// The region whose limit of speed the carrier exceeds.
  var speeding: String?

  /// The problems.
  var faults: [Reason] = []

  /// The number of watched regions.
  var watched: Int?

  /// The releases of the board's parts.
  var versions: [String: JSON] = [:]

  /// The beginning of the SHA-256 of the controller's configuration.
  var configuration: String?

  /// The state of a board on which no controller answers.
  static func silent(_ reason: String) -> BoardStatus {
    BoardStatus(reason: Reason(verbatim: reason))
  }

  /// Creates the state of a board.
  init(reason: Reason? = nil) {
    self.reason = reason
  }

  /// Creates the state from the controller's answer to `status`.
  init(_ answer: StatusAnswer, configuration: String?) {
    monitors = answer.monitors
    sight = answer.sight
    // With the age of a fix, for example, the state would differ at each request.
    reason = monitors ? nil : answer.reason
    faults = answer.storage?.faults ?? []
    faults += answer.outputs.filter(\.isFaulty).map {
      Reason("output.faulty", ["name": .text($0.output ?? "")])
    }
    // A short gap ends by itself: it is not reported before the controller calls itself blind.
    first = answer.matters.first { $0.kind != .blind || !monitors }?.lasting
    alarms = answer.alarms
    speeding = answer.speeding
    watched = answer.watched
    for (name, release) in answer.versions?.named ?? [] { versions[name] = .string(release) }
    self.configuration = configuration
  }

  /// Whether a person should look at the board.
  var isTroubled: Bool { !monitors || !faults.isEmpty || !alarms.isEmpty }

  /// The state as a message to the broker.
  func message(_ topics: Topics, link version: String) -> Message {
    var line = JSONLine()
    line.add("board", topics.board)
    line.add("monitors", monitors)
    line.add("sight", sight?.rawValue)
    line.add("blind", sight.map { $0 == .blind })
    line.add("reason", reason)
    line.add("problem", isTroubled)
    if let first { line.add("first", first.json) }
    line.add("alarms", alarms)
    line.add("speeding", speeding)
    line.add("faults", faults)
    line.add("watched", watched)
    var versions = versions
    versions["picket-link"] = .string(version)
    line.add("versions", .object(versions))
    line.add("configuration", configuration)
    return Message(topics.status, line.text, isRetained: true)
  }
}
