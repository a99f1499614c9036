/// Finds values in a text that is known to be JSON, to report their places.
///
/// It moves forward only, so that many places in a long text are found in one pass.
package struct JSONWalk {
  private var parser: JSONParser
  // The last place whose line and column were counted.
  private var counted = (index: 0, line: 1, column: 1)

  /// Starts before the only value of a text.
  package init(_ text: String) { parser = JSONParser(text) }

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

  /// Moves into an array; returns whether it has an element.
  package mutating func enterArray() -> Bool {
    guard parser.skip("[") else { return false }
    parser.skipSpace()
    return parser.peek != UInt8(ascii: "]")
  }

  /// Moves past a value and the comma after it; returns whether another one follows.
  package mutating func pass() -> Bool {
    guard (try? parser.value(depth: 0)) != nil else { return false }
    parser.skipSpace()
    guard parser.skip(",") else { return false }
    parser.skipSpace()
    return true
  }

  /// The line and the column, both from 1, of the next part.
  package var place: (line: Int, column: Int) {
    mutating get {
      count(to: parser.index)
      return (counted.line, counted.column)
    }
  }

  /// The line and the column, both from 1, of a character of the string that is next.
  package mutating func place(ofCharacter offset: Int) -> (line: Int, column: Int) {
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
    return (counted.line, counted.column)
  }

  /// Adopts the count of lines from another walk of the same text.
  package mutating func continueCounting(_ other: JSONWalk) { counted = other.counted }

  private mutating func count(to index: Int) {
    if index < counted.index { counted = (0, 1, 1) }
    for byte in parser.bytes[counted.index..<index] {
      if byte == 0x0A {
        counted.line += 1
        counted.column = 1
      } else if byte & 0xC0 != 0x80 {
        counted.column += 1
      }
    }
    counted.index = index
  }
}
