import Notation
import Records

extension FollowedEvent {
  /// The event as a message to the broker: the line of the journal, and the name of the board.
  ///
  /// - Parameter isShort: Whether its note is left out.
  func message(of board: String, in topics: Topics, isShort: Bool = false) -> Message {
    let json = isShort ? withoutNote : json
    // The line is an object with fields, so it ends with a brace.
    return Message(topics.event, "\(json.dropLast()),\"board\":\(board.jsonText)}")
  }

  private var withoutNote: String {
    guard let fields = (try? JSON.parse(json))?.object else { return json }
    var line = JSONLine()
    for key in fields.keys.sorted() where key != "note" { line.add(key, fields[key] ?? .null) }
    line.add("noteLeftOut", true)
    return line.text
  }
}
