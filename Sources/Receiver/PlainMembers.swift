/// The members of a JSON object that is as plain as gpsd's reports of a fix: without spaces, and with
/// only numbers and texts without escapes as values.
struct PlainMembers {
  /// The bytes of a name or of a value.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// One member.
  struct Member {
    /// The name, without quotes.
    let name: Bytes

    /// The place of the value in the line, that of a text with its quotes.
    let value: Range<Int>

    /// The place of the whole member.
    var place: Range<Int> { value.lowerBound - name.count - 3..<value.upperBound }
  }

  private let line: Bytes
  // The place of the brace or of the comma before the next member.
  private var place = 0

  /// Whether the line has been plain up to the place that was reached.
  private(set) var isPlain = true

  /// Begins before the first member of a line, which ends with its last brace.
  init(_ line: Bytes) { self.line = line }

  /// The next member; `nil` after the last one, and at the first that is not plain.
  mutating func next() -> Member? {
    guard place < line.count - 1 else { return nil }
    let name = place + 2
    guard line[place + 1] == UInt8(ascii: "\""), let colon = end(ofText: name),
      colon < line.count, line[colon] == UInt8(ascii: ":"), let end = end(ofValue: colon + 1)
    else {
      isPlain = false
      return nil
    }
    defer { place = end }
    return Member(name: Bytes(rebasing: line[name..<colon - 1]), value: colon + 1..<end)
  }

  /// The index after the end of a text.
  private func end(ofText start: Int) -> Int? {
    var place = start
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): return nil
      default: place += 1
      }
    }
    return nil
  }

  /// The index of the comma after a value, or of the last brace.
  private func end(ofValue start: Int) -> Int? {
    var place = start
    if place < line.count, line[place] == UInt8(ascii: "\"") {
      guard let end = end(ofText: place + 1) else { return nil }
      place = end
    } else {
      while place < line.count, !Self.isMark(line[place]) { place += 1 }
    }
    guard place > start, place < line.count else { return nil }
    switch line[place] {
    case UInt8(ascii: ","): return place
    case UInt8(ascii: "}"): return place == line.count - 1 ? place : nil
    default: return nil
    }
  }

  /// Whether a byte ends a number, or cannot be part of one.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    // First of all: the bytes of gpsd's numbers.
    case UInt8(ascii: "-")...UInt8(ascii: "9"): false
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
