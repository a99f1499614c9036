import Notation
import Records

/// The boards of a fleet, a line for each.
struct FleetView: Hashable, Sendable {
  /// A change of a board.
  struct Change: Hashable, Sendable {
    /// The name of the board.
    let name: String
    /// The board after the change; `nil` when it was removed from the broker.
    let board: FleetBoard?
    /// The change in one line for a person; `nil` when only programs need it.
    let words: String?

    /// The change in one line for a program.
    var json: String {
      guard let board else {
        var line = JSONLine()
        line.add("board", name)
        line.add("removed", true)
        return line.text
      }
      return board.json(name)
    }
  }

  /// The most boards; messages of further ones are left out.
  static let most = 2000

  private let prefix: String
  private var boards: [String: FleetBoard] = [:]

  /// Creates a fleet without boards.
  init(prefix: String) {
    self.prefix = prefix
  }

  /// Notes a new connection: the broker says again which boards are online.
  ///
  /// - Returns: The boards that are not online until then.
  mutating func connected() -> [Change] {
    let online = boards.filter(\.value.isOnline).keys.sorted()
    for name in online { boards[name]?.isOnline = false }
    return online.map { Change(name: $0, board: boards[$0], words: nil) }
  }

  /// Applies a message of a board.
  ///
  /// - Returns: The change; `nil` without a change.
  mutating func apply(_ message: ReceivedMessage) -> Change? {
    let levels = message.topic.dropFirst(prefix.count + 1).split(separator: "/")
    guard message.topic.hasPrefix("\(prefix)/"), levels.count >= 2 else { return nil }
    let name = String(levels[0])
    guard Topics.fault(in: name, isOneLevel: true) == nil else { return nil }
    let text = String(decoding: message.payload, as: UTF8.self)
    if levels.count == 2, levels[1] == "online", text.isEmpty {
      // The retained message was removed by hand.
      return boards.removeValue(forKey: name).map { _ in
        Change(name: name, board: nil, words: nil)
      }
    }
    guard let topic = FleetBoard.Topic(levels.dropFirst()),
      boards[name] != nil || boards.count < Self.most
    else { return nil }
    var board = boards[name] ?? FleetBoard()
    guard board.apply(text, of: topic), board != boards[name] else { return nil }
    boards[name] = board
    return Change(name: name, board: board, words: board.words(of: topic).map { "\(name)  \($0)" })
  }

  /// The lines, with those of boards that need attention first.
  func lines(width: Int, height: Int) -> [String] {
    let rows = boards.sorted { one, other in
      let ranks = (one.value.rank, other.value.rank)
      return ranks.0 == ranks.1 ? one.key < other.key : ranks.0 < ranks.1
    }
    let shown = rows.prefix(max(1, height - 1))
    let wide = shown.map(\.key.count).max() ?? 0
    var lines = shown.map { name, board in
      let padding = String(repeating: " ", count: wide - name.count)
      let words = board.isOnline ? board.words : "offline"
      let line = ["\(board.mark) \(name)\(padding)", words, board.event?.text ?? ""]
      return String(line.filter { !$0.isEmpty }.joined(separator: "  ").onOneLine.prefix(width))
    }
    let more = rows.count - shown.count
    if more > 0 { lines.append("and \(more.counted("more board"))") }
    return lines
  }
}
