internal import Base

/// The properties that other programs write, in the terms of Picket.
extension Candidate {
  /// Names of properties under which programs keep a feature's name, the best one first.
  private static let names = ["name", "Name", "NAME", "title", "Title", "label", "Label"]

  /// Names of properties under which programs keep a description.
  private static let descriptions = ["description", "Description", "desc", "cmt"]

  /// The value of a property that is true or false, as formats without booleans write it; `nil` for
  /// other values and other properties.
  static func boolean(_ text: String, of name: String) -> JSONSource? {
    guard RegionProperty(rawValue: name)?.entry.values == .boolean else { return nil }
    let values = ["true": true, "1": true, "false": false, "0": false]
    return values[text.lowercased()].map { .boolean($0) }
  }

  /// Takes the name and the note from where other programs keep them, and drops what is empty.
  mutating func tidy() {
    // QGIS writes null for each attribute that is not filled in.
    properties.removeAll { member in
      RegionProperty(rawValue: member.name) != nil
        && (member.value == .leaf("null") || member.value.text?.isEmpty == true)
    }
    if property("radius") == nil { adoptRadius() }
    for index in properties.indices {
      let name = properties[index].name
      guard let kind = RegionProperty(rawValue: name)?.entry.values, kind.isNumber,
        let text = properties[index].value.text
      else { continue }
      let number =
        if case .seconds = kind { Double(timeText: text).map { JSONSource.number($0) } } else {
          Self.number(text, of: name)
        }
      guard let number else { continue }
      properties[index] = JSONSource.Member(name: name, value: number)
    }
    for index in properties.indices {
      let (name, value) = (properties[index].name, properties[index].value)
      // Shapefiles and tables have no booleans.
      if let boolean = Self.boolean(value.text ?? value.line, of: name) {
        properties[index] = JSONSource.Member(name: name, value: boolean)
      }
    }
    if name == nil {
      // Google's saved places have it in an object.
      let words = Self.names.map { property($0)?.word } + [property("location")?["name"]?.word]
      name = words.compactMap { $0 }.first { !$0.isEmpty }
    }
    name = name.map(\.visible)
    if let text = id?.text { id = .string(Identifiers.visible(text)) }
    guard property("note") == nil else { return }
    for key in Self.descriptions {
      guard let text = property(key)?.text?.withoutMarkup, !text.isEmpty else { continue }
      let note = JSONSource.Member(name: "note", value: .string(text))
      guard key != "cmt", let index = properties.firstIndex(where: { $0.name == key }) else {
        properties.append(note)
        return
      }
      properties[index] = note
      return
    }
  }

  /// Takes the radius from a property in capitals, as tables of shapefiles have it.
  private mutating func adoptRadius() {
    let index = properties.firstIndex { member in
      guard member.name.lowercased() == "radius",
        let number = (member.value.text.flatMap { Self.number($0) } ?? member.value).json?.number
      else { return false }
      return number > 0
    }
    guard let index else { return }
    properties[index] = JSONSource.Member(name: "radius", value: properties[index].value)
  }

  /// A number with or without its unit, in that of a property: metres or km/h.
  private static func number(_ text: String, of name: String = "radius") -> JSONSource? {
    let text = text[...].trimmed()
    let digits = text.prefix { !$0.isLetter && $0 != "\'" && $0 != "\"" || $0 == "e" }[...]
      .trimmed()
    let unit = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
    guard let factor = (name == "maxSpeed" ? speeds : lengths)[unit] else { return nil }
    // 2,5 is two and a half; 2,500 may be either.
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
    let isComma = parts.count == 2 && !parts[1].isEmpty && parts[1].count != 3
    guard let number = JSONSource.number(isComma ? parts.joined(separator: ".") : String(digits))
    else { return nil }
    return factor == 1 ? number : number.json?.number.map { .number($0 * factor, decimals: 2) }
  }

  private static let lengths: [String: Double] = [
    "": 1, "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "km": 1000,
    "kilometres": 1000, "kilometers": 1000, "cm": 0.01, "ft": 0.3048, "feet": 0.3048,
    "foot": 0.3048, "'": 0.3048, "yd": 0.9144, "yards": 0.9144, "mi": 1609.344, "mile": 1609.344,
    "miles": 1609.344, "nm": 1852, "nmi": 1852,
  ]

  private static let speeds: [String: Double] = [
    "": 1, "km/h": 1, "kmh": 1, "kph": 1, "kmph": 1, "mph": 1.609344, "mi/h": 1.609344, "m/s": 3.6,
    "kn": 1.852, "kt": 1.852, "kts": 1.852, "knot": 1.852, "knots": 1.852,
  ]

  /// Keeps properties of another program under other names where theirs collide with Picket's.
  ///
  /// - Parameter others: The identifiers of all regions, of which some properties name one.
  /// - Returns: What was renamed, in words; empty when the problems are not about such properties.
  mutating func rename(collidingIn problems: [Problem], among others: Set<String>) -> [String] {
    var fields = Set(problems.map(\.field))
    // Without a shape of its own, a region with a border has other problems, too.
    let isBand = property("border") != nil
    guard isBand || fields.allSatisfy({ RegionProperty($0)?.isCommonWord ?? false }) else {
      return []
    }
    if isBand { fields = [] }
    // Picket's own border has no geometry.
    for field in ["border", "offset"] where property(field) != nil { fields.insert(field) }
    if let after = property("after")?.text, !others.contains(after) { fields.insert("after") }
    var words: [String] = []
    for case let field? in fields {
      guard let index = properties.firstIndex(where: { $0.name == field }) else { return [] }
      let other = "other_\(field)"
      words.append(
        "\(field) is \(properties[index].value.line.cut(toBytes: 40)), which means nothing to Picket; it is kept as \(other)"
      )
      properties[index] = JSONSource.Member(name: other, value: properties[index].value)
    }
    return words.sorted()
  }
}

extension RegionProperty {
  fileprivate init?(_ field: String?) {
    guard let field else { return nil }
    self.init(rawValue: field)
  }

  /// Whether other programs use the word, too; a wrong time or number is a mistake.
  fileprivate var isCommonWord: Bool {
    switch entry.values {
    case .boolean, .hours, .courses, .region: true
    case .choice: entry.needs == nil
    case .text: self == .category || self == .signal
    default: self == .offset
    }
  }
}

extension JSONSource {
  /// A text, or a number as it is written.
  fileprivate var word: String? {
    if let text { return text }
    guard case .number? = json else { return nil }
    return line
  }
}

extension String {
  /// The text without characters that nobody sees: marks of direction, of joining, of byte order.
  fileprivate var visible: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { $0 == "\u{200d}" || $0.properties.generalCategory != .format }))
  }

  /// A description without tags of HTML, its entities decoded, on one line.
  var withoutMarkup: String {
    var text = self
    if text.contains("<") {
      text = PieceScan.replacing(in: text) { scan, place in
        guard let name = ["<script", "<style"].first(where: { scan.has($0, at: place) }),
          !scan.isWord(at: place + name.utf8.count),
          let start = scan.end(of: ">", from: place + name.utf8.count)
        else { return nil }
        let ends = ["</script>", "</style>"].compactMap { scan.end(of: $0, from: start) }
        return ends.min().map { ($0, [0x20]) }
      }
      text = PieceScan.replacing(in: text) { scan, place in
        let end =
          scan.has("<!--", at: place) ? scan.end(of: "-->", from: place + 4) : scan.tag(at: place)
        return end.map { ($0, [0x20]) }
      }
    }
    if text.contains("&") {
      text = PieceScan.replacing(in: text) { scan, place in
        guard let (name, end) = scan.entity(at: place) else { return nil }
        return HTMLEntity.text(of: name).map { (end, Array($0.utf8)) }
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
