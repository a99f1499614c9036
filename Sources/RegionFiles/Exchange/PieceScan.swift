/// Finds pieces of a text of another program, in one pass.
///
/// A regular expression looks for the end of each piece up to the end of the text: where the ends are
/// missing, a file of 64 kB takes half a minute.
struct PieceScan {
  /// The text as UTF-8.
  let bytes: [UInt8]

  // Behind the next piece of each kind that was looked for; beyond the text where none follows.
  private var ends: [String: Int] = [:]

  /// A piece of a text, and the bytes that take its place.
  typealias Piece = (end: Int, by: [UInt8])

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  /// A text in which each piece is replaced.
  ///
  /// - Parameter piece: The piece that begins at a place with `<` or `&`; `nil` where none does.
  static func replacing(
    in text: String, _ piece: (inout PieceScan, _ place: Int) -> Piece?
  ) -> String {
    var scan = PieceScan(text)
    var result: [UInt8] = []
    result.reserveCapacity(scan.bytes.count)
    var place = 0
    while place < scan.bytes.count {
      let byte = scan.bytes[place]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&"), let found = piece(&scan, place) {
        result += found.by
        place = found.end
      } else {
        result.append(byte)
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The names that are used as prefixes, of elements or of attributes.
  var prefixes: Set<String> {
    var found: Set<String> = []
    for (place, byte) in bytes.enumerated() {
      let isElement = byte == UInt8(ascii: "<")
      guard isElement || byte <= 0x20 else { continue }
      let start = isElement && self[place + 1] == UInt8(ascii: "/") ? place + 2 : place + 1
      let end = end(ofNameAt: start)
      guard end > start, self[end] == UInt8(ascii: ":"),
        isElement || self.start(ofValueAt: self.end(ofNameAt: end + 1)) != nil
      else { continue }
      found.insert(name(at: start))
    }
    return found
  }

  /// The first element: the place of its `<`, its name without a prefix, and the place behind that.
  var firstElement: (place: Int, name: String, end: Int)? {
    for place in places(of: "<") {
      let prefixEnd = end(ofNameAt: place + 1)
      let start = self[prefixEnd] == UInt8(ascii: ":") ? prefixEnd + 1 : place + 1
      let end = end(ofNameAt: start)
      if end > start { return (place, name(at: start), end) }
    }
    return nil
  }

  /// The places of a text.
  func places(of text: String) -> [Int] {
    let text = Array(text.utf8)
    return bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
  }

  /// The name that begins at a place; empty without one.
  func name(at place: Int) -> String {
    String(decoding: bytes[place..<end(ofNameAt: place)], as: UTF8.self)
  }

  /// The byte at a place; zero beyond the end.
  subscript(place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// Whether a text is at a place, in capitals, too.
  func has(_ text: String, at place: Int) -> Bool {
    place + text.utf8.count <= bytes.count
      && zip(bytes[place...], text.utf8).allSatisfy { byte, letter in
        byte == letter || Self.isLetter(byte) && byte | 0x20 == letter
      }
  }

  /// The place behind the next text like this one; `nil` where none follows.
  mutating func end(of text: String, from place: Int) -> Int? {
    if let known = ends[text], known >= place + text.utf8.count {
      return known > bytes.count ? nil : known
    }
    var next = place
    while next < bytes.count, !has(text, at: next) { next += 1 }
    let end = next < bytes.count ? next + text.utf8.count : nil
    ends[text] = end ?? .max
    return end
  }

  /// The name of the entity at a place, such as `nbsp` or `#160`, and the place behind it.
  func entity(at place: Int) -> (name: String, end: Int)? {
    var end = place + 1
    if self[end] == UInt8(ascii: "#") { end += 1 }
    while Self.isLetter(self[end]) || Self.isDigit(self[end]) { end += 1 }
    guard self[place] == UInt8(ascii: "&"), self[end] == UInt8(ascii: ";"), isWord(at: end - 1)
    else { return nil }
    return (String(decoding: bytes[(place + 1)..<end], as: UTF8.self), end + 1)
  }

  /// The place behind a tag of HTML.
  func tag(at place: Int) -> Int? {
    let name = self[place + 1] == UInt8(ascii: "/") ? place + 2 : place + 1
    guard self[place] == UInt8(ascii: "<"), Self.isLetter(self[name]) else { return nil }
    let end = bytes[name...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    return end.flatMap { bytes[$0] == UInt8(ascii: ">") ? $0 + 1 : nil }
  }

  /// Whether the character at a place may begin what is behind a `<` of XML.
  func beginsMarkup(at place: Int) -> Bool {
    let byte = self[place]
    if byte < 0x80 { return Self.isLetter(byte) || "_:/!?".utf8.contains(byte) }
    let character = String(decoding: bytes[place...].prefix(4), as: UTF8.self).unicodeScalars.first
    return character?.properties.isAlphabetic == true
  }

  /// Whether the byte at a place is one of a word.
  func isWord(at place: Int) -> Bool { Self.isWord(self[place]) }

  /// The place behind the name that begins at a place: the place itself without one.
  private func end(ofNameAt place: Int) -> Int {
    guard isWord(at: place), !Self.isDigit(self[place]) else { return place }
    var end = place
    while isWord(at: end) || self[end] == UInt8(ascii: ".") || self[end] == UInt8(ascii: "-") {
      end += 1
    }
    return end
  }

  /// The place of the quote at which the value of an attribute begins: at a place, or behind the spaces
  /// there.
  private func start(ofValueAt place: Int) -> Int? {
    var place = place
    while place < bytes.count, self[place] <= 0x20 { place += 1 }
    guard self[place] == UInt8(ascii: "=") else { return nil }
    place += 1
    while place < bytes.count, self[place] <= 0x20 { place += 1 }
    return self[place] == UInt8(ascii: "\"") || self[place] == UInt8(ascii: "'") ? place : nil
  }

  /// The value of the attribute whose name ends at a place, if it is the name of an encoding.
  func value(ofAttributeAt place: Int) -> String? {
    guard let quote = start(ofValueAt: place) else { return nil }
    let value = bytes[(quote + 1)...].prefix { $0 != bytes[quote] }
    let isName = value.allSatisfy { $0 < 0x80 && (Self.isWord($0) || ".:-".utf8.contains($0)) }
    guard isName, !value.isEmpty, self[value.endIndex] == bytes[quote] else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || isLetter(byte) || isDigit(byte)
  }
}
