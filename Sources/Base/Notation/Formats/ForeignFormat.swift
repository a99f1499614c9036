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
    /// The beginning of a text, and what is in it behind that.
    case text(String, String = "")
    /// A member of JSON, such as `0.area`, and the beginning of its text: `0.area=CIRCLE`.
    case json(String)
  }

  /// What a file in the format is not read as.
  enum Use: Hashable, Sendable {
    case regions, recording, both
  }

  /// The format, with its article.
  package let noun: String

  private let signs: [Sign]
  private let way: String
  private let use: Use

  /// - Parameter way: What to do with a file: `IN` and `OUT` stand for it and for the converted one.
  init(_ noun: String, _ signs: [Sign], _ way: String, _ use: Use = .both) {
    (self.noun, self.signs, self.way, self.use) = (noun, signs, way, use)
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
    // A table, by its first line.
    let cells = text.prefix { !$0.isNewline }.prefix(2000).lowercased()
      .split { ",;\t\"".contains($0) }.map { String($0.drop(while: \.isWhitespace)) }
    func has(_ titles: [String]) -> Bool {
      cells.contains { cell in titles.contains { cell == $0 || cell.hasPrefix($0) && $0.count > 2 }
      }
    }
    let isList = cells.count > 1 && cells.prefix(2).allSatisfy { Double($0) != nil }
    guard isList || has(["wkt", "geom", "the_geom"]) || has(Self.easts) && has(Self.norths) else {
      return nil
    }
    self = Self.csv
  }

  private static let csv = ForeignFormat("a table", [], page)
  private static let easts = ["x", "lon", "lng", "länge", "laenge"]
  private static let norths = ["y", "lat", "breite"]

  /// Recognises JSON by its members, or by numbers that are not degrees.
  package init?(json root: JSONSource) {
    if let format = ForeignFormat(where: { $0.fits(root) }) { self = format; return }
    var place = root["features"]?.elements?.first?["geometry"]?["coordinates"]
    while let inner = place?.elements?.first, inner.elements != nil { place = inner }
    let first = (place?.json?.array ?? []).prefix(2).compactMap { $0.number.map(abs) }
    guard first.count == 2 else { return nil }
    if let name = root["crs"]?["properties"]?["name"]?.text, first.contains(where: { $0 > 540 }),
      !name.hasSuffix("CRS84"), !name.hasSuffix(":4326")
    {
      let system = name.split(separator: ":").suffix(2).joined(separator: ":")
      self.init("GeoJSON in \(system)", [], Self.ogr())
    } else if root["crs"] == nil, first.allSatisfy({ $0 > 1000 }) {
      self.init(
        "GeoJSON in metres of a system that it does not name", [],
        "for that of web maps: " + Self.ogr("-s_srs EPSG:3857 -t_srs EPSG:4326 "))
    } else {
      return nil
    }
  }

  private init?(where isSign: (Sign) -> Bool) {
    let found = Self.table.first { $0.use != .recording && $0.signs.contains(where: isSign) }
    guard let found else { return nil }
    self = found
  }

  /// The problem of a file in this format.
  ///
  /// - Parameter isPacked: Whether the file is in an archive.
  package func problem(of file: String, isPacked: Bool = false) -> Problem {
    Problem(
      file: file, wrong: "this is \(noun), which is not read",
      remedy: (isPacked ? "unpack the archive; then: " : "") + way)
  }

  /// The problem of an archive that has a file of this format.
  package func problem(with name: String, in file: String) -> Problem {
    var problem = problem(of: file, isPacked: true)
    problem.wrong = "there is \(noun) in this zip archive, which is not read"
    return problem
  }

  // MARK: Recordings

  /// The words for a file that has no reports of a receiver, by its first bytes; `nil` for others.
  package static func words(forRecording bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(self.head))
    let root = XMLText.root(in: head)
    let found = table.first { format in
      format.use != .regions
        && format.signs.contains { sign in
          sign.isIn(head) || sign.begins(head) || root.map { sign == .root($0) } ?? false
        }
    }
    guard let found else { return nil }
    let isTrack = found.way.hasPrefix("gpsbabel")
    return "is \(found.noun), not a recording; "
      + (isTrack
        ? "a GPX with times is one: \(found.way)"
        : found.use == .recording ? found.way : "give gpspipe -w's output or NMEA")
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
    guard case .text(let start, let inner) = self, bytes.starts(with: start.utf8) else {
      return false
    }
    return inner.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: inner.utf8) }
  }

  /// Whether JSON has the member.
  fileprivate func fits(_ root: JSONSource) -> Bool {
    guard case .json(let text) = self else { return false }
    let words = text.split(separator: "=")
    var value: JSONSource? = root
    for name in words[0].split(separator: ".") {
      value = Int(name).map { value?.elements?.dropFirst($0).first } ?? value?[String(name)]
    }
    return words.count > 1 ? value?.text?.hasPrefix(words[1]) == true : value != nil
  }
}

extension XMLText {
  /// The name of the outermost element at the beginning of a file; `nil` for another file.
  package static func root(in bytes: [UInt8]) -> String? {
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
