/// A format of other programs that is not read, and the way to one that is.
package struct ForeignFormat: Hashable, Sendable {
  /// What a file in the format is recognised by.
  enum Sign: Hashable, Sendable {
    /// Bytes at an offset, as characters of Latin-1.
    case bytes(Int, String)
    /// The ending of the name.
    case ending(String)
    /// The name of the outermost element of XML.
    case root(String)
    /// The beginning of a text; `*` stands for anything.
    case text(String)
    /// Members of JSON: `fileType=Plan&!items.0`; `^` is for the beginning of a text.
    case json(String)
  }

  /// What to do with a file; `IN` and `OUT` stand for it and for the converted one.
  enum Way: Hashable, Sendable {
    /// A command that makes GeoJSON, or unpacks.
    case shell(String)
    /// GPSBabel with these options.
    case babel(String)
    /// The file is a recording: a command that makes regions of it.
    case log(String)
    /// The file has regions: what to do who gave it as a recording.
    case read(String)
    /// Words for both.
    case advice(String)
  }

  /// The format, with its article.
  package let noun: String

  private let signs: [Sign]
  private let way: Way

  init(_ noun: String, _ signs: [Sign], _ way: Way) {
    self.noun = noun
    self.signs = signs
    self.way = way
  }

  // MARK: Regions

  /// Recognises a format by the first bytes of a file.
  package init?(_ bytes: [UInt8]) { self.init { $0.isIn(bytes) } }

  /// Recognises a format by the ending of a file's name.
  package init?(ending: String) {
    if ending == "csv" { self = Self.csv } else { self.init { $0 == .ending(ending) } }
  }

  /// Recognises XML by the name of its outermost element.
  package init?(root: String) { self.init { $0 == .root(root) } }

  /// Recognises a text that is neither JSON nor XML.
  package init?(text: String) {
    let bytes = Array(text.utf8.prefix(Self.head))
    if let format = ForeignFormat(where: { $0.begins(bytes) }) { self = format; return }
    self.init(table: String(text.prefix { !$0.isNewline }.prefix(2000)))
  }

  /// Recognises JSON by its members.
  package init?(json root: JSONSource) {
    if let format = ForeignFormat(where: { $0.fits(root) }) { self = format; return }
    self.init(systemOf: root)
  }

  private init?(where isSign: (Sign) -> Bool) {
    let found = Self.table.first { format in
      if case .read = format.way { return false }
      return format.signs.contains(where: isSign)
    }
    guard let found else { return nil }
    self = found
  }

  /// The problem of a file in this format.
  ///
  /// - Parameter isPacked: Whether the file is in an archive.
  package func problem(of file: String, isPacked: Bool = false) -> Problem {
    let name =
      isPacked ? String(file.split(separator: "/").last ?? "") : file == "-" ? "FILE" : file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    var (remedy, end) = ("", ".geojson")
    switch way {
    case .shell(let words), .log(let words), .read(let words), .advice(let words): remedy = words
    case .babel(let options): (remedy, end) = (Self.babel(options), ".gpx")
    }
    if remedy.hasPrefix("gpsbabel") { end = ".gpx" }
    // The name of a file of JSON may end like that of the converted one.
    let out = stem + end == name ? stem + "-regions" + end : stem + end
    return Problem(
      file: file, wrong: "this is \(noun), which is not read",
      remedy: (isPacked ? "unpack the archive; then: " : "")
        + Self.command(remedy, ["IN": Self.word(name), "OUT": Self.word(out)]))
  }

  /// The problem of an archive that has a file of this format.
  package func problem(with name: String, in file: String) -> Problem {
    var problem = problem(of: "\(file)/\(name)", isPacked: true)
    problem.file = file
    problem.wrong = "there is \(noun) in this zip archive, which is not read"
    return problem
  }

  /// A command with words in capitals replaced.
  private static func command(_ text: String, _ words: [String: String]) -> String {
    var (result, word) = ("", "")
    for character in text + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += (words[word] ?? word) + String(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }

  /// A file name as a shell reads it.
  private static func word(_ name: String) -> String {
    let name = name.hasPrefix("-") ? "./" + name : name
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._/+-,=@%".unicodeScalars.contains(scalar)
    }
    return isPlain ? name : "'\(name.replacing("'", with: #"'\''"#))'"
  }

  // MARK: Recordings

  /// The words for a file that has no reports of a receiver, by its first bytes; `nil` for others.
  package static func words(forRecording bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(self.head))
    let root = XMLText.root(in: head)
    let found = table.first { format in
      if case .log = format.way { return false }
      return format.signs.contains { sign in
        sign.isIn(head) || sign.begins(head) || root.map { sign == .root($0) } ?? false
      }
    }
    guard let found else { return nil }
    let words = "is \(found.noun), not a recording; "
    switch found.way {
    case .read(let way), .advice(let way): return words + way
    case .babel(let options):
      return words + "\(track) makes a log of a GPX: \(babel(options)).gpx"
    case .shell, .log: return words + "give gpspipe -w's output or NMEA"
    }
  }

  /// The number of bytes at the beginning of a file in which signs are.
  package static let head = 2048
}

extension ForeignFormat.Sign {
  fileprivate func isIn(_ bytes: [UInt8]) -> Bool {
    guard case .bytes(let offset, let text) = self else { return false }
    return bytes.dropFirst(offset).starts(with: text.unicodeScalars.map { UInt8($0.value) })
  }

  /// Whether a text begins like this.
  fileprivate func begins(_ bytes: [UInt8]) -> Bool {
    guard case .text(let pattern) = self else { return false }
    let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    var rest = bytes[...]
    for (index, part) in parts.enumerated() {
      guard !part.isEmpty else { continue }
      let starts = index == 0 ? rest.indices.prefix(1) : rest.indices
      guard let start = starts.first(where: { rest[$0...].starts(with: part) }) else {
        return false
      }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  /// Whether JSON has the members.
  fileprivate func fits(_ root: JSONSource) -> Bool {
    guard case .json(let text) = self else { return false }
    return text.split(separator: "&").allSatisfy { term in
      let isMissing = term.first == "!"
      let words = term.drop { $0 == "!" }.split { $0 == "=" || $0 == "^" }
      var value: JSONSource? = root
      for name in words[0].split(separator: ".") {
        value = Int(name).map { value?.elements?.dropFirst($0).first } ?? value?[String(name)]
      }
      guard words.count > 1 else { return (value == nil) == isMissing }
      return words[1].split(separator: "|").contains { option in
        term.contains { $0 == "^" }
          ? value?.text?.hasPrefix(option) == true : value?.text == String(option)
      }
    }
  }
}

extension XMLText {
  /// The name of the outermost element at the beginning of a file; `nil` for another file.
  static func root(in bytes: [UInt8]) -> String? {
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      guard let next = rest.first, next != UInt8(ascii: "?"), next != UInt8(ascii: "!") else {
        continue
      }
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      return name.split(separator: UInt8(ascii: ":")).last.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return nil
  }
}
