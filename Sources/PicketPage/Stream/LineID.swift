internal import Geofence

/// The place of a line of the journal: its event, or the event before it and a count of notes.
struct LineID: Hashable, Sendable, Comparable {
  /// The number of the event.
  let sequence: Int
  /// The number of the note behind that event; 0 for the event itself.
  let note: Int
  /// The time of the event in milliseconds since 1970; `nil` if it is not known.
  ///
  /// Numbers begin anew in another journal, but the events there have other times.
  let milliseconds: Int?

  init(sequence: Int, note: Int = 0, milliseconds: Int? = nil) {
    self.sequence = sequence
    self.note = note
    self.milliseconds = milliseconds
  }

  /// The place of an event that was confirmed at a time.
  init(sequence: Int, at time: Timestamp?) {
    let milliseconds = time.map { Int($0.nanoseconds / 1_000_000) }
    self.init(sequence: sequence, milliseconds: milliseconds.flatMap { $0 < 0 ? nil : $0 })
  }

  /// Reads a `Last-Event-ID`, such as `17`, `17.2` or `17.2-1780478071000`; `nil` for another text.
  init?(_ text: String) {
    let sides = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = sides[0].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    let time = sides.count == 2 ? Self.number(sides[1]) : nil
    guard 1...2 ~= parts.count, numbers.count == parts.count, (time == nil) == (sides.count == 1)
    else { return nil }
    self.init(
      sequence: numbers[0], note: numbers.count == 2 ? numbers[1] : 0, milliseconds: time)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard 1...15 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(digits)
  }

  /// The place as text.
  var text: String {
    let number = note == 0 ? String(sequence) : "\(sequence).\(note)"
    return milliseconds.map { "\(number)-\($0)" } ?? number
  }

  /// The place of the next note.
  var next: LineID {
    LineID(sequence: sequence, note: note + 1, milliseconds: milliseconds)
  }

  /// Whether, by the numbers, no line is between another place and this one.
  func follows(_ other: LineID) -> Bool {
    self <= other.next || (sequence, note) == (other.sequence + 1, 0)
  }

  /// Whether another place has the number of this event, but another event of that number.
  func isOfAnotherEvent(than other: LineID) -> Bool {
    guard sequence == other.sequence, let milliseconds, let others = other.milliseconds else {
      return false
    }
    return milliseconds != others
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.sequence, one.note) < (other.sequence, other.note)
  }
}
