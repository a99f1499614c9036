/// The place of a line of the journal: its event, or the event before it and a count of notes.
struct LineID: Hashable, Sendable, Comparable {
  /// The number of the event.
  let sequence: Int
  /// The number of the note behind that event; 0 for the event itself.
  let note: Int

  init(sequence: Int, note: Int = 0) {
    self.sequence = sequence
    self.note = note
  }

  /// Reads a `Last-Event-ID`, such as `17` or `17.2`; `nil` for another text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard 1...2 ~= parts.count, numbers.count == parts.count else { return nil }
    self.init(sequence: numbers[0], note: numbers.count == 2 ? numbers[1] : 0)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard 1...15 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(digits)
  }

  /// The place as text.
  var text: String { note == 0 ? String(sequence) : "\(sequence).\(note)" }

  /// The place of the next note.
  var next: LineID { LineID(sequence: sequence, note: note + 1) }

  /// Whether, by the numbers, no line is between another place and this one.
  func follows(_ other: LineID) -> Bool {
    self <= other || self == other.next || self == LineID(sequence: other.sequence + 1)
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.sequence, one.note) < (other.sequence, other.note)
  }
}
