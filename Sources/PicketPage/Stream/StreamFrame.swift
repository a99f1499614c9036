/// One message of a stream of events, as browsers read it: HTML, section 9.2.
enum StreamFrame {
  /// The kind of a message.
  enum EventType: String, Sendable {
    /// A line of the journal, with its place.
    case journal
    /// A fix and its effects.
    case fix
    /// An output that became active or inactive.
    case output
    /// The answer to `status`.
    case status
    /// The positions of the last minutes.
    case track
    /// Further positions of the last hours at an anchor.
    case swing
    /// Whether the controller can be reached.
    case controller
    /// Lines are missing, or the journal is another one.
    case cut
    /// The rights of the phone: `control` or `view`.
    case visitor
  }

  /// A message.
  static func message(_ kind: EventType, id: LineID? = nil, _ data: String) -> [UInt8] {
    var text = "event: \(kind.rawValue)\n"
    if let id { text += "id: \(id.text)\n" }
    // A line end in the data would end the message, or begin a field.
    let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
    for line in lines { text += "data: \(line)\n" }
    return Array("\(text)\n".utf8)
  }

  /// The end of a stream that another one of its device replaces: that browser connects again later.
  static let replaced = Array("retry: 60000\n\n".utf8)

  /// The beginning of a stream: the wait before a browser connects again, in milliseconds.
  static let beginning = Array("retry: 2000\n\n".utf8)
}
