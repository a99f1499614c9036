extension JSON {
  /// Reads a whole document of RFC 8259.
  ///
  /// FoundationEssentials' decoder does not report on Linux where a mistake is, accepts some texts
  /// that are not JSON, and ends the program in Swift 6.0 when a name is damaged.
  package static func parse(_ text: String) throws(Mistake) -> JSON {
    var parser = JSONParser(text)
    return try parser.document()
  }
}

/// Reads a text as JSON, from its first byte to its last.
package struct JSONParser {
  let bytes: [UInt8]
  var index = 0

  /// Creates a parser at the start of a text.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The only value of the document.
  package mutating func document() throws(JSON.Mistake) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw unexpected("the end of the file") }
    return value
  }

  /// The only value of the document, without the elements of an array that is one of its members.
  ///
  /// - Parameters:
  ///   - name: The name of that member.
  ///   - handle: Called with each element; they are never all in memory together. A mistake
  ///     may still follow.
  package mutating func document(
    streaming name: String, _ handle: (JSON) -> Void
  ) throws(JSON.Mistake) -> JSON {
    skipSpace()
    guard peek == UInt8(ascii: "{") else { return try document() }
    let value = try object { (parser, member) throws(JSON.Mistake) -> JSON in
      parser.skipSpace()
      guard member == name, parser.peek == UInt8(ascii: "[") else {
        return try parser.value(depth: 1)
      }
      try parser.elements(depth: 1, handle)
      return .array([])
    }
    skipSpace()
    guard index == bytes.count else { throw unexpected("the end of the file") }
    return value
  }

  mutating func value(depth: Int) throws(JSON.Mistake) -> JSON {
    skipSpace()
    // This method recurses: without a bound, a file of brackets would use up the stack.
    guard depth <= Self.deepest else {
      throw mistake("values are nested more than \(Self.deepest) deep")
    }
    guard let byte = peek else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"):
      return try object { (parser, _) throws(JSON.Mistake) -> JSON in
        try parser.value(depth: depth + 1)
      }
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default:
      if skip("true") { return .boolean(true) }
      if skip("false") { return .boolean(false) }
      if skip("null") { return .null }
      throw unexpected("a value")
    }
  }

  private mutating func object(
    _ read: (inout JSONParser, String) throws(JSON.Mistake) -> JSON
  ) throws(JSON.Mistake) -> JSON {
    var members: [String: JSON] = [:]
    index += 1
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let start = index
      let name = try string()
      guard members[name] == nil else { throw mistake("\(name.quoted) appears twice", at: start) }
      skipSpace()
      guard skip(":") else { throw unexpected("':'") }
      members[name] = try read(&self, name)
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw unexpected("',' or '}'") }
    }
  }

  private mutating func array(depth: Int) throws(JSON.Mistake) -> JSON {
    var elements: [JSON] = []
    // Nearly all arrays are positions, which would grow twice.
    elements.reserveCapacity(2)
    try self.elements(depth: depth) { elements.append($0) }
    return .array(elements)
  }

  private mutating func elements(depth: Int, _ add: (JSON) -> Void) throws(JSON.Mistake) {
    index += 1
    skipSpace()
    if skip("]") { return }
    while true {
      add(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return }
      guard skip(",") else { throw unexpected("',' or ']'") }
    }
  }

  private mutating func number() throws(JSON.Mistake) -> Double {
    if let short = shortNumber() { return short }
    let start = index
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .nan
  }

  /// Reads a number of a few digits without an exponent, as nearly all in a file of regions are; any
  /// other number stays for the next attempt.
  private mutating func shortNumber() -> Double? {
    let number = bytes.withUnsafeBufferPointer { bytes -> (value: Double, end: Int)? in
      var end = index
      // From the minus to the nine only the slash is not part of a number.
      while end < bytes.count, UInt8(ascii: "-")...UInt8(ascii: "9") ~= bytes[end] { end += 1 }
      let first = bytes[index] == UInt8(ascii: "-") ? index + 1 : index
      let hasLeadingZero =
        first + 1 < end && bytes[first] == UInt8(ascii: "0")
        && bytes[first + 1] != UInt8(ascii: ".")
      guard !hasLeadingZero, end == bytes.count || bytes[end] | 0x20 != UInt8(ascii: "e"),
        let value = Double(decimal: UnsafeBufferPointer(rebasing: bytes[index..<end]))
      else { return nil }
      return (value, end)
    }
    guard let number else { return nil }
    index = number.end
    return number.value
  }

  private mutating func digits() throws(JSON.Mistake) {
    let start = index
    while let byte = peek, 0x30...0x39 ~= byte { index += 1 }
    guard index > start else { throw unexpected("a digit") }
  }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// Skips a word if it is next.
  mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.count - index >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
      return false
    }
    index += word.utf8CodeUnitCount
    return true
  }

  func unexpected(_ expected: String) -> JSON.Mistake {
    guard let byte = peek else { return mistake("the file ends, but \(expected) is expected") }
    let found = byte < 0x80 ? "'\(Unicode.Scalar(byte))'" : "a non-ASCII character"
    return mistake("found \(found), expected \(expected)")
  }

  func mistake(_ reason: String, at place: Int? = nil) -> JSON.Mistake {
    var line = 1
    var column = 1
    for byte in bytes[..<(place ?? index)] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Bytes that continue a character have no column of their own.
        column += 1
      }
    }
    return JSON.Mistake(reason: reason, line: line, column: column)
  }

  private static let deepest = 64
}
