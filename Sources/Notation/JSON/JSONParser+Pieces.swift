extension JSONParser {
  /// Creates a parser of a text in pieces; it frees each piece once it is read.
  package init(_ text: PiecedText) {
    self.init(bytes: [])
    rest = text
    readOn()
  }

  /// Reads a document, and finds the elements of an array that is one of its members.
  ///
  /// - Parameters:
  ///   - name: The name of that member.
  ///   - handle: Called with the place of each element. Objects and arrays are not read yet: any
  ///     mistake may be in them.
  ///   - release: Reads what was handled since its last call, and throws the first mistake there.
  ///     It is called before bytes are freed, from when on earlier places are not valid, before
  ///     any other mistake is thrown, and at the end of the elements.
  /// - Returns: The document, without the elements, and the places of its members.
  package mutating func document(
    finding name: String, handle: (JSONParser, Range<Int>) -> Void,
    release: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) -> (root: JSON, places: [String: TextPlace]) {
    do throws(JSON.Mistake) {
      return try members(name, handle, release)
    } catch {
      try release(&self)
      throw error
    }
  }

  private mutating func members(
    _ name: String, _ handle: (JSONParser, Range<Int>) -> Void,
    _ release: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) -> (root: JSON, places: [String: TextPlace]) {
    try skipSpaceOfPieces(release)
    guard peek == UInt8(ascii: "{") else {
      while !rest.isEmpty { readOn() }
      return (try document(), [:])
    }
    var members: [String: JSON] = [:]
    var places: [String: TextPlace] = [:]
    index += 1
    try skipSpaceOfPieces(release)
    var isAtEnd = skip("}")
    while !isAtEnd {
      let member = try whole(release) { (parser) throws(JSON.Mistake) -> String in
        try parser.name(besides: members)
      }
      try skipSpaceOfPieces(release)
      places[member] = place(at: index)
      if member == name, peek == UInt8(ascii: "[") {
        try elements(handle, release)
        members[member] = .array([])
      } else {
        members[member] = try whole(release) { (parser) throws(JSON.Mistake) -> JSON in
          try parser.value(depth: 1)
        }
      }
      try skipSpaceOfPieces(release)
      isAtEnd = skip("}")
      if !isAtEnd {
        guard skip(",") else { throw unexpected("',' or '}'") }
        try skipSpaceOfPieces(release)
      }
    }
    try skipSpaceOfPieces(release)
    guard index == bytes.count else { throw unexpected("the end of the file") }
    return (.object(members), places)
  }

  /// The place of an index in the bytes at hand, not before that of the last call.
  package mutating func place(at index: Int) -> TextPlace {
    counted.place.pass(bytes[counted.index..<index])
    counted.index = index
    return counted.place
  }

  private mutating func elements(
    _ handle: (JSONParser, Range<Int>) -> Void,
    _ release: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) {
    index += 1
    try skipSpaceOfPieces(release)
    var isAtEnd = skip("]")
    while !isAtEnd {
      // Most elements are short, so that few are looked at twice.
      if bytes.count - index < Self.usual, !rest.isEmpty {
        try release(&self)
        readOn()
      }
      try skipSpaceOfPieces(release)
      let element = try whole(release) { (parser) throws(JSON.Mistake) -> Range<Int> in
        let start = parser.index
        try parser.pass()
        return start..<parser.index
      }
      handle(self, element)
      try skipSpaceOfPieces(release)
      isAtEnd = skip("]")
      guard isAtEnd || skip(",") else { throw unexpected("',' or ']'") }
    }
    try release(&self)
  }

  /// Reads a part of the text, for which more pieces are read on if it needs them.
  private mutating func whole<Part>(
    _ release: (inout JSONParser) throws(JSON.Mistake) -> Void,
    _ read: (inout JSONParser) throws(JSON.Mistake) -> Part
  ) throws(JSON.Mistake) -> Part {
    while true {
      let start = index
      do throws(JSON.Mistake) {
        let part = try read(&self)
        // A number that ends here may go on.
        if index < bytes.count || rest.isEmpty { return part }
      } catch {
        // A mistake near the end may be that of a word that goes on.
        if rest.isEmpty || bytes.count - index > Self.longestWord { throw error }
      }
      index = start
      try release(&self)
      readOn()
    }
  }

  private mutating func skipSpaceOfPieces(
    _ release: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) {
    skipSpace()
    while index == bytes.count, !rest.isEmpty {
      try release(&self)
      readOn()
      skipSpace()
    }
  }

  /// Frees the bytes before the index, and appends at least as many as are left.
  private mutating func readOn() {
    _ = place(at: index)
    let wanted = bytes.count - index
    bytes.removeSubrange(..<index)
    (index, counted.index) = (0, 0)
    while bytes.count <= 2 * wanted, let piece = rest.next() {
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
  }

  /// The bytes below which more are read on.
  private static let usual = 1 << 16

  /// The most bytes of an escape or a literal.
  private static let longestWord = 12
}
