import Notation
import Records

/// The boards of a fleet, a line for each.
struct FleetView: Hashable, Sendable {
  private struct Board: Hashable {
    var isOnline = false
    var isTroubled = false
    var words = ""
    var event = ""
  }

  private let prefix: String
  private var boards: [String: Board] = [:]

  /// Creates a fleet without boards.
  init(prefix: String) {
    self.prefix = prefix
  }

  /// Applies a message of a board.
  ///
  /// - Returns: The change in one line; `nil` without a change.
  mutating func apply(_ message: ReceivedMessage) -> String? {
    let levels = message.topic.dropFirst(prefix.count + 1).split(separator: "/")
    guard message.topic.hasPrefix("\(prefix)/"), levels.count == 2 else { return nil }
    let name = String(levels[0])
    let text = String(decoding: message.payload, as: UTF8.self)
    if levels[1] == "online", text.isEmpty {
      // The retained message was removed by hand.
      boards[name] = nil
      return nil
    }
    var board = boards[name] ?? Board()
    defer { boards[name] = board }
    let before = board
    switch levels[1] {
    case "online":
      board.isOnline = text == "online"
      return board == before && boards[name] != nil
        ? nil : "\(name)  \(board.isOnline ? "online" : "offline")"
    case "status":
      guard let status = Reply(text) else { return nil }
      board.isTroubled = status.flag("problem")
      board.words = Self.words(status)
      return board == before ? nil : "\(name)  \(board.words)"
    case "event":
      guard let record = JournalRecord(text) else { return nil }
      board.event = record.text
      return "\(name)  \(record.text)"
    default: return nil
    }
  }

  /// The lines, with those of boards that need attention first.
  func lines(width: Int, height: Int) -> [String] {
    let rows = boards.sorted { one, other in
      let ranks = (rank(one.value), rank(other.value))
      return ranks.0 == ranks.1 ? one.key < other.key : ranks.0 < ranks.1
    }
    let shown = rows.prefix(max(1, height - 1))
    let wide = shown.map(\.key.count).max() ?? 0
    var lines = shown.map { name, board in
      let mark = board.isOnline ? (board.isTroubled ? "!" : "●") : "○"
      let padding = String(repeating: " ", count: wide - name.count)
      let words = board.isOnline ? board.words : "offline"
      let line = ["\(mark) \(name)\(padding)", words, board.event].filter { !$0.isEmpty }
      return String(line.joined(separator: "  ").onOneLine.prefix(width))
    }
    let more = rows.count - shown.count
    if more > 0 { lines.append("and \(more.counted("more board"))") }
    return lines
  }

  private func rank(_ board: Board) -> Int {
    board.isOnline ? (board.isTroubled ? 0 : 2) : 1
  }

  private static func words(_ status: Reply) -> String {
    if let reason = status.text("reason") { return reason }
    let faults = status.texts("faults")
    if !faults.isEmpty { return faults.joined(separator: "; ") }
    return "\(status.text("sight") ?? "watching"), \(status.count("watched").counted("region"))"
  }
}
