extension JSONParser {
  /// Reads a document, and hands on the elements of an array that is one of its members.
  ///
  /// - Parameters:
  ///   - name: The name of that member.
  ///   - read: Reads an element.
  /// - Returns: The document, without the elements, and the places of its members.
  package mutating func document(
    handingOn name: String, _ read: (inout JSONParser) throws(JSON.Mistake) -> Void
  ) throws(JSON.Mistake) -> (root: JSON, places: [String: TextPlace]) {
    skipSpace()
    guard peek == UInt8(ascii: "{") else { return (try document(), [:]) }
    var places: [String: TextPlace] = [:]
    let root = try object { (parser, member) throws(JSON.Mistake) -> JSON in
      parser.skipSpace()
      places[member] = parser.place(at: parser.index)
      guard member == name, parser.peek == UInt8(ascii: "[") else {
        return try parser.value(depth: 1)
      }
      try parser.elements(read)
      return .array([])
    }
    try end()
    return (root, places)
  }

  /// The place of an index, not before that of the last call.
  package mutating func place(at index: Int) -> TextPlace {
    counted.place.pass(bytes[counted.index..<index])
    counted.index = index
    return counted.place
  }
}
