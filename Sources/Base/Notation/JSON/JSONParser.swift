extension JSON {
  /// Reads a whole document of RFC 8259.
  ///
  /// FoundationEssentials' decoder does not report on Linux where a mistake is, accepts some texts
  /// that are not JSON, ends the program in Swift 6.0 when a name is damaged, and makes the
  /// program 5 MB larger.
  package static func parse(_ text: String) throws(Mistake) -> JSON {
    var parser = JSONParser(text)
    return try parser.document()
  }
}

/// Reads a text as JSON, from its first byte to its last.
package struct JSONParser {
  /// The bytes of the text.
  package let bytes: [UInt8]

  /// The index of the next byte.
  package var index = 0

  // The last index whose place was counted.
  var counted = (index: 0, place: TextPlace())

  /// Creates a parser at the start of a text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The only value of the document.
  package mutating func document() throws(JSON.Mistake) -> JSON {
    let value = try value(depth: 0)
    try end()
    return value
  }

  /// Passes over white space, after which nothing may follow.
  mutating func end() throws(JSON.Mistake) {
    skipSpace()
    guard index == bytes.count else { throw unexpected("the end of the file") }
  }

  /// Reads a value.
  ///
  /// - Parameter depth: The number of values that it is part of.
  package mutating func value(depth: Int) throws(JSON.Mistake) -> JSON {
    skipSpace()
    try check(depth: depth)
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

  /// Refuses a value that is part of too many: whoever reads values in values recurses, and a file of
  /// brackets would use up the stack.
  func check(depth: Int) throws(JSON.Mistake) {
    guard depth <= Self.deepest else {
      throw mistake("values are nested more than \(Self.deepest) deep")
    }
  }

  /// Reads an object that is next.
  ///
  /// - Parameter read: Reads the value of a member by its name.
  package mutating func object(
    _ read: (inout JSONParser, String) throws(JSON.Mistake) -> JSON
  ) throws(JSON.Mistake) -> JSON {
    var members: [String: JSON] = [:]
    index += 1
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      let name = try name(besides: members)
      members[name] = try read(&self, name)
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw unexpected("',' or '}'") }
    }
  }

  /// Reads a name with its colon.
  mutating func name(besides members: [String: JSON]) throws(JSON.Mistake) -> String {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
    let start = index
    let name = try string()
    guard members[name] == nil else { throw mistake("\(name.quoted) appears twice", at: start) }
    skipSpace()
    guard skip(":") else { throw unexpected("':'") }
    return name
  }

  private mutating func array(depth: Int) throws(JSON.Mistake) -> JSON {
    var elements: [JSON] = []
    // Nearly all arrays are positions, which would grow twice.
    elements.reserveCapacity(2)
    try self.elements { (parser) throws(JSON.Mistake) in
      elements.append(try parser.value(depth: depth + 1))
    }
    return .array(elements)
  }

  /// Reads an array that is next.
  ///
  /// - Parameter read: Reads an element.
  mutating func elements(
    _ read: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) {
    index += 1
    skipSpace()
    if skip("]") { return }
    while true {
      try read(&self)
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

  /// The next byte; `nil` at the end.
  package var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips white space.
  package mutating func skipSpace() {
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
    var reached = counted.place
    reached.pass(bytes[counted.index..<(place ?? index)])
    return JSON.Mistake(reason: reason, line: reached.line, column: reached.column)
  }

  private static let deepest = 64
}
