internal import Geofence
internal import Notation
internal import Records

/// The boards of a broker, from the lines of `picket-link watch --json`.
struct BoardsReport: Hashable, Sendable {
  /// The newest line of a board, with the times in it.
  private struct NewestLine: Hashable {
    let text: String
    let event: Timestamp?
    let position: Timestamp?
  }

  /// The most bytes of all lines together.
  static let most = 8 << 20

  private var entries: [String: NewestLine] = [:]
  private var size = 0
  private var isConnected = false
  private var reason: String?
  // Whether the present program has not connected yet: the boards are those of an earlier one.
  private var isEarlier = false

  /// Creates a report without boards.
  init() {}

  /// Notes that a program has started.
  mutating func started() {
    isEarlier = true
  }

  /// Notes that there is no connection, and the reason; returns whether that is news.
  mutating func lost(_ reason: String) -> Bool {
    defer { (isConnected, self.reason) = (false, reason) }
    return isConnected || self.reason != reason
  }

  /// Applies a line; returns what the log should have of it.
  mutating func apply(_ line: Reply) -> String? {
    if let name = line.text("board") {
      keep(line.flag("removed") ? nil : line, of: name)
    } else if line.flag("connected") {
      if isEarlier { (entries, size) = ([:], 0) }
      (isConnected, reason, isEarlier) = (true, nil, false)
    } else if let reason = line.text("reason") {
      return lost(reason) ? reason : nil
    }
    return line.text("warning")
  }

  private mutating func keep(_ line: Reply?, of name: String) {
    size -= entries.removeValue(forKey: name)?.text.utf8.count ?? 0
    guard let line, size + line.text.utf8.count <= Self.most else { return }
    size += line.text.utf8.count
    entries[name] = NewestLine(
      text: line.text, event: line.object("event")?.fields["time"]?.timestamp,
      position: line.object("position")?.fields["time"]?.timestamp)
  }

  /// The report as JSON: each board with the age of its event and of its position in seconds.
  func json(at now: Timestamp) -> String {
    var line = JSONLine()
    line.add("ok", true)
    line.add("connected", isConnected)
    line.add("reason", reason)
    let boards = entries.sorted { $0.key < $1.key }.map { _, entry in
      var ages = JSONLine()
      ages.add("event_age", Self.age(entry.event, at: now))
      ages.add("position_age", Self.age(entry.position, at: now))
      let more = ages.text.dropFirst().dropLast()
      // The line is an object with fields, so it ends with a brace.
      return more.isEmpty ? entry.text : "\(entry.text.dropLast()),\(more)}"
    }
    return "\(line.text.dropLast()),\"boards\":[\(boards.joined(separator: ","))]}"
  }

  private static func age(_ time: Timestamp?, at now: Timestamp) -> Int? {
    time.map { max(0, Int($0.duration(to: now).inSeconds)) }
  }
}
