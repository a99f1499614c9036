internal import Base
import Glibc

/// Mends what other programs write although it is not XML.
///
/// These are other encodings, wrong ones and stray bytes of them, entities of HTML, ampersands and
/// angle brackets that begin nothing, control characters, blank lines before the declaration, and
/// prefixes that are not declared. Lines keep their numbers.
enum XMLRepair {
  /// The mended bytes and what was mended, in words; `nil` when there is nothing to mend.
  static func repaired(_ bytes: [UInt8]) -> (bytes: [UInt8], words: [String])? {
    var words: [String] = []
    var text: String
    if let name = encoding(of: bytes), let converted = converted(bytes, from: name) {
      words.append("it is in \(name), and was converted")
      text = converted
    } else if encoding(of: bytes) != nil {
      text = String(decoding: bytes, as: UTF8.self)
    } else {
      let source = SourceText(bytes)
      words += source.repairs
      text = source.text
      if let name = declared(in: text), !isASCII(name) || !words.isEmpty {
        text = declaringUTF8(text, for: name)
        if words.isEmpty { words.append("it is in UTF-8, although it names \(name)") }
      }
    }
    let first = text.prefix { $0.isWhitespace || $0 == "\u{feff}" }
    if !first.isEmpty, text.dropFirst(first.count).hasPrefix("<?xml"),
      let end = text.firstIndex(ofText: "?>").map({ text.index($0, offsetBy: 2) })
    {
      // The blank lines go behind the declaration, so that lines keep their numbers.
      text = String(text[first.endIndex..<end]) + first + text[end...]
      words.append("blank lines before its first element were skipped")
    }
    var entities: Set<String> = []
    text = PieceScan.replacing(in: text) { scan, place in
      guard let (name, end) = scan.entity(at: place), !name.hasPrefix("#"),
        !["amp", "lt", "gt", "quot", "apos"].contains(name),
        let value = HTMLEntity.text(of: name)
      else { return nil }
      entities.insert("&\(name);")
      return (end, Array(value.utf8))
    }
    if !entities.isEmpty {
      words.append("\(entities.sorted().listed()) of HTML were replaced; XML does not have them")
    }
    words += readBareMarkup(in: &text)
    if let element = PieceScan(text).firstElement, KMLReader.shapes.contains(element.name) {
      let start = text.utf8.index(text.startIndex, offsetBy: element.place)
      text = text[..<start] + "<Placemark>" + text[start...] + "</Placemark>"
      words.append("its \(element.name) is in no placemark")
    }
    let undeclared = undeclaredPrefixes(in: text)
    if !undeclared.isEmpty, let root = PieceScan(text).firstElement {
      let end = text.utf8.index(text.startIndex, offsetBy: root.end)
      let declarations = undeclared.map { " xmlns:\($0)=\"urn:x-undeclared:\($0)\"" }.joined()
      text.insert(contentsOf: declarations, at: end)
      words.append("\(undeclared.listed()) is used as a prefix, but not declared")
    }
    return words.isEmpty ? nil : (Array(text.utf8), words)
  }

  /// Makes characters of each & that begins no entity and each < that begins no element, and removes
  /// characters that XML does not allow.
  private static func readBareMarkup(in text: inout String) -> [String] {
    var words: [String] = []
    var bare: Set<String> = []
    text = PieceScan.replacing(in: text) { scan, place in
      // In CDATA both are characters like others.
      if scan.has("<![cdata[", at: place), let end = scan.end(of: "]]>", from: place + 9) {
        return (end, Array(scan.bytes[place..<end]))
      }
      let isMarkup =
        scan[place] == UInt8(ascii: "&")
        ? scan.entity(at: place) != nil : scan.beginsMarkup(at: place + 1)
      guard !isMarkup else { return nil }
      let (character, entity) = scan[place] == UInt8(ascii: "&") ? ("&", "&amp;") : ("<", "&lt;")
      bare.insert(character)
      return (place + 1, Array(entity.utf8))
    }
    if bare.contains("&") { words.append("each & that begins no entity was read as &amp;") }
    if bare.contains("<") { words.append("each < that begins no element was read as &lt;") }
    let allowed = text.unicodeScalars.filter { scalar in
      scalar.value >= 0x20 || [0x09, 0x0a, 0x0d].contains(scalar.value)
    }
    let count = text.unicodeScalars.count - allowed.count
    if count > 0 {
      words.append("\(count.counted("control character")) \(count == 1 ? "was" : "were") left out")
      text = String(String.UnicodeScalarView(allowed))
    }
    return words
  }

  /// What cannot be mended, in the words of a remedy: an encoding or an entity that is not known.
  static func remedy(for bytes: [UInt8]) -> String? {
    if let name = encoding(of: bytes) {
      return "save it as UTF-8: iconv -f \(name) -t utf-8"
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let scan = PieceScan(text)
    let roots = (scan.places(of: "<gpx") + scan.places(of: "<kml")).filter { place in
      scan[place + 4] <= 0x20 || scan[place + 4] == UInt8(ascii: ">")
    }
    if roots.count > 1 {
      return "it has several documents one after the other; import each from a file of its own"
    }
    let unknown = scan.places(of: "&").lazy.compactMap { scan.entity(at: $0)?.name }
    return unknown.first { !$0.hasPrefix("#") }.flatMap { name in
      ["amp", "lt", "gt", "quot", "apos"].contains(name) || HTMLEntity.text(of: name) != nil
        ? nil : "write the character in place of &\(name);, or put the text into <![CDATA[ ]]>"
    }
  }

  // MARK: Encodings

  /// The declared encoding, unless the parser reads it itself.
  private static func encoding(of bytes: [UInt8]) -> String? {
    guard let name = declared(in: String(decoding: bytes.prefix(200), as: UTF8.self)) else {
      return nil
    }
    let own = ["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "iso-8859-1"]
    return own.contains(name.lowercased()) ? nil : name
  }

  /// The encoding that the declaration names.
  private static func declared(in text: String) -> String? {
    let scan = PieceScan(text.prefix(200))
    guard let start = scan.places(of: "<?xml").first else { return nil }
    let end = scan.bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? scan.bytes.count
    let names = scan.places(of: "encoding").filter { start..<end ~= $0 }
    return names.lazy.compactMap { scan.value(ofAttributeAt: $0 + "encoding".utf8.count) }.first
  }

  /// The text with UTF-8 in place of the encoding that its declaration names.
  private static func declaringUTF8(_ text: String, for name: String) -> String {
    guard let start = text.firstIndex(ofText: name) else { return text }
    return text[..<start] + "UTF-8" + text[text.index(start, offsetBy: name.count)...]
  }

  /// Whether the parser knows an encoding, and reads ASCII in it.
  private static func isASCII(_ name: String) -> Bool {
    ["utf-8", "us-ascii", "iso-8859-1"].contains(name.lowercased())
  }

  /// The text in an encoding that iconv(3) knows, declared as UTF-8.
  private static func converted(_ bytes: [UInt8], from name: String) -> String? {
    guard let converter = iconv_open("UTF-8", name),
      converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var result = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var left = bytes.count
    var room = result.count
    let isWhole = bytes.withUnsafeBytes { source in
      result.withUnsafeMutableBufferPointer { target in
        var from = UnsafeMutablePointer(mutating: source.bindMemory(to: CChar.self).baseAddress)
        var to = target.baseAddress
        return iconv(converter, &from, &left, &to, &room) != -1
      }
    }
    guard isWhole else { return nil }
    let text = String(
      decoding: result.prefix(result.count - room).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return declaringUTF8(text, for: name)
  }

  // MARK: Prefixes

  private static func undeclaredPrefixes(in text: String) -> [String] {
    let scan = PieceScan(text)
    let declared = scan.places(of: "xmlns:").map { scan.name(at: $0 + "xmlns:".utf8.count) }
    return scan.prefixes.subtracting(declared + ["xml", "xmlns"]).sorted()
  }
}

/// Entities of HTML, which descriptions have and XML does not.
enum HTMLEntity {
  /// The text of an entity, from its name without `&` and `;`, such as `nbsp` or `#160`.
  static func text(of name: String) -> String? {
    if let text = named[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "ndash": "–",
    "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "deg": "°", "copy": "©", "reg": "®",
    "trade": "™", "euro": "€", "pound": "£", "sect": "§", "times": "×", "frac12": "½", "sup2": "²",
    "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "ecirc": "ê", "agrave": "à", "aacute": "á", "acirc": "â", "ccedil": "ç",
    "ntilde": "ñ", "oacute": "ó", "iacute": "í", "uacute": "ú", "ocirc": "ô", "aring": "å",
    "aelig": "æ", "oslash": "ø", "Aring": "Å", "Oslash": "Ø", "Eacute": "É",
  ]
}
