import Glibc
internal import Notation

/// The fields of a TPV that a fix needs.
///
/// libgps compares each name with a list of sixty, one after the other. Leaving out the
/// fifteen fields that Picket does not use saves most of that work.
enum FixFields {
  private static let texts: [StaticString] = ["class", "device", "time"]
  private static let numbers: [StaticString] = ["mode", "lat", "lon", "eph", "speed", "track"]
  // Picket does without this number: with another value it is left out.
  private static let extra: StaticString = "status"

  /// A TPV without spaces, reduced to these fields.
  ///
  /// - Returns: `nil` if it is not as plain as gpsd's: with other values than numbers and plain
  ///   texts, or with a field of another type than gpsd's.
  static func alone(in line: ArraySlice<UInt8>) -> [UInt8]? {
    line.withUnsafeBufferPointer { kept(of: $0) }
  }

  private static func kept(of line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var kept: [UInt8] = []
    // One more byte for the zero that libgps needs at the end.
    kept.reserveCapacity(line.count + 1)
    var place = 0
    while place < line.count - 1 {
      // A brace or a comma is at `place`.
      let name = place + 2
      guard line[place + 1] == UInt8(ascii: "\""), let colon = end(ofText: name, in: line),
        colon < line.count, line[colon] == UInt8(ascii: ":"),
        let end = end(ofValue: colon + 1, in: line)
      else { return nil }
      if let type = type(of: UnsafeBufferPointer(rebasing: line[name..<colon - 1])),
        !isNull(UnsafeBufferPointer(rebasing: line[colon + 1..<end]))
      {
        if type.allows(line[colon + 1]) {
          kept.append(UInt8(ascii: kept.isEmpty ? "{" : ","))
          kept.append(contentsOf: UnsafeBufferPointer(rebasing: line[place + 1..<end]))
        } else if type != .digit {
          return nil
        }
      }
      place = end
    }
    guard !kept.isEmpty else { return nil }
    kept.append(UInt8(ascii: "}"))
    return kept
  }

  /// The index after the end of a text.
  private static func end(ofText start: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
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
  private static func end(ofValue start: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = start
    if place < line.count, line[place] == UInt8(ascii: "\"") {
      guard let end = end(ofText: place + 1, in: line) else { return nil }
      place = end
    } else {
      while place < line.count, !isMark(line[place]) { place += 1 }
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
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// The type of a used field.
  private enum ValueType {
    case text, number, digit

    /// Whether a value of this type can begin with a byte; NaN and Infinity are numbers here.
    func allows(_ first: UInt8) -> Bool {
      switch first {
      case UInt8(ascii: "\""): self == .text
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self != .text
      case UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "i"),
        UInt8(ascii: "I"):
        self == .number
      default: false
      }
    }
  }

  /// The type of a field; `nil` for a field that is not used.
  private static func type(of name: UnsafeBufferPointer<UInt8>) -> ValueType? {
    texts.contains { isEqual(name, $0) }
      ? .text
      : numbers.contains { isEqual(name, $0) } ? .number : isEqual(name, extra) ? .digit : nil
  }

  private static func isNull(_ value: UnsafeBufferPointer<UInt8>) -> Bool { isEqual(value, "null") }

  private static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return text.utf8CodeUnitCount == bytes.count && memcmp(text.utf8Start, base, bytes.count) == 0
  }
}
