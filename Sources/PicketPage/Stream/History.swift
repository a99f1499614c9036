internal import Base

/// The last lines of the journal, each with its place, for phones that connect again.
///
/// A phone that names the place of its last line gets the lines behind it. None is missing or
/// repeated, unless there are more than `most`.
struct History: Sendable {
  /// A line and its place.
  struct KeptLine: Hashable, Sendable {
    let id: LineID
    let json: String
  }

  /// The answer to a phone that connects again.
  struct Rest: Hashable, Sendable {
    let entries: [KeptLine]
    /// Whether lines are missing between the phone's last one and these.
    let isCut: Bool
  }

  private var entries: [KeptLine] = []
  private var last = LineID(sequence: 0)
  // The keys of notes in the journal, which the controller may publish as well.
  private var read: Set<String> = []

  /// The most lines that are kept for phones.
  static let most = 1000

  /// The number of lines for a new phone.
  static let mostForNew = 50

  /// Replaces all lines with those of a journal, the oldest first.
  mutating func replace(with lines: [String]) {
    entries = []
    read = []
    last = LineID(sequence: 0)
    for line in lines {
      guard let fields = Self.fields(line) else { continue }
      append(line, fields)
      if let key = Self.key(fields) { read.insert(key) }
    }
  }

  /// Adds a line that the controller has published.
  ///
  /// - Returns: Its entry; `nil` when the journal had it already.
  mutating func add(_ line: String) -> KeptLine? {
    guard let fields = Self.fields(line) else { return nil }
    if let sequence = fields["seq"]?.integer {
      guard sequence > last.sequence else { return nil }
    } else if let key = Self.key(fields), read.remove(key) != nil {
      return nil
    }
    return append(line, fields)
  }

  @discardableResult
  private mutating func append(_ line: String, _ fields: [String: JSON]) -> KeptLine {
    let id =
      fields["seq"]?.integer.map { LineID(sequence: $0, at: fields["time"]?.timestamp) }
      ?? last.next
    last = id
    let entry = KeptLine(id: id, json: line)
    entries.append(entry)
    // Only seldom, so that adding a line costs little however many are kept.
    if entries.count >= 2 * Self.most { entries.removeFirst(entries.count - Self.most) }
    return entry
  }

  /// The lines for a phone that has seen all up to a place; `nil` for a new phone.
  func rest(after id: LineID?) -> Rest {
    // Before the journal is read, nothing is known of the phone's place.
    guard !entries.isEmpty else { return Rest(entries: [], isCut: false) }
    // A place beyond the last line is from another journal, and so is one with another event.
    guard let id, id <= last, !entries.contains(where: { $0.id.isOfAnotherEvent(than: id) }) else {
      return Rest(entries: Array(entries.suffix(Self.mostForNew)), isCut: id != nil)
    }
    let kept = entries.suffix(Self.most)
    return Rest(
      entries: Array(kept.drop { $0.id <= id }),
      isCut: kept.first.map { !$0.id.follows(id) } ?? false)
  }

  private static func fields(_ line: String) -> [String: JSON]? {
    (try? JSON.parse(line))?.object
  }

  /// The identifier of a note: no two have the same time since the start of the board.
  private static func key(_ fields: [String: JSON]) -> String? {
    guard let uptime = fields["uptime"]?.number else { return nil }
    return "\(fields["event"]?.string ?? "") \(uptime)"
  }
}
