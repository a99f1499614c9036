/// Finds values in a text that is known to be JSON, to report their places.
///
/// It moves forward only, so that many places in a long text are found in one pass.
package struct JSONWalk {
  private var parser: JSONParser
  // The last place whose line and column were counted.
  private var counted: (index: Int, place: TextPlace)

  /// Starts before the value at an index of a parser's bytes.
  package init(_ parser: JSONParser, at index: Int, place: TextPlace) {
    self.parser = parser
    self.parser.index = index
    counted = (index, place)
  }

  /// Moves to the value of a member, if the object has one of this name.
  ///
  /// - Returns: Whether it has.
  /// - Precondition: The walk is at the start of the object, or before another of its members.
  package mutating func enter(_ name: String) -> Bool {
    parser.skipSpace()
    guard parser.skip("{") || parser.skip(",") else { return false }
    while true {
      parser.skipSpace()
      // An empty object has no name.
      guard parser.peek == UInt8(ascii: "\""), let found = try? parser.string() else {
        return false
      }
      parser.skipSpace()
      guard parser.skip(":") else { return false }
      parser.skipSpace()
      if found == name { return true }
      guard pass() else { return false }
    }
  }

  /// Moves past a value and the comma after it; returns whether another one follows.
  private mutating func pass() -> Bool {
    guard (try? parser.value(depth: 0)) != nil else { return false }
    parser.skipSpace()
    guard parser.skip(",") else { return false }
    parser.skipSpace()
    return true
  }

  /// The place of a character of the string that is next.
  package mutating func place(ofCharacter offset: Int) -> TextPlace {
    var index = parser.index + 1
    for _ in 0..<offset where index < parser.bytes.count {
      if parser.bytes[index] == UInt8(ascii: "\\") {
        index +=
          index + 1 < parser.bytes.count && parser.bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2
      } else {
        index += 1
        while index < parser.bytes.count, parser.bytes[index] & 0xC0 == 0x80 { index += 1 }
      }
    }
    count(to: min(index, parser.bytes.count))
    return counted.place
  }

  private mutating func count(to index: Int) {
    counted.place.pass(parser.bytes[counted.index..<index])
    counted.index = index
  }
}
