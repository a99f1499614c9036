import Base
import Records

/// The boards of a fleet.
struct FleetBoards: Hashable, Sendable {
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
}
