/// The zones in the YAML of Home Assistant: below `zone:`, or a list of them in a file of its own.
///
/// Of YAML only plain values in lists and mappings are read, which is what people write there.
struct ZoneText {
  /// A zone as it is written.
  struct Zone {
    /// The line on which it begins, from 1.
    let line: Int
    var fields: [(name: String, value: String)] = []
  }

  /// The zones in their order.
  private(set) var list: [Zone] = []

  /// The files that the zones are included from, and their lines.
  private(set) var includes: [(line: Int, name: String)] = []

  private var isInZones = false
  private var hasKeys = false
  /// The indentation of the zones of a list.
  private var indent: Int?
  /// Whether the last zone is that of another key.
  private var isFilled = false

  /// Reads a text; `nil` if there are no zones in it.
  init?(_ text: String) {
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      read(Self.withoutComment(line), number)
    }
    let isList = !hasKeys && list.contains { $0.fields.contains { $0.name == "latitude" } }
    guard isList || hasKeys && !(list.isEmpty && includes.isEmpty) else { return nil }
  }

  private mutating func read(_ line: Substring, _ number: Int) {
    let content = line.drop { $0 == " " || $0 == "\t" }
    guard !content.isEmpty, content != "---", content != "..." else { return }
    let depth = line.count - content.count
    if depth == 0, !content.hasPrefix("-") {
      return begin(content, number)
    }
    guard isInZones || !hasKeys else { return }
    if content == "-" || content.hasPrefix("- ") {
      guard indent == nil || indent == depth else { return }
      indent = depth
      list.append(Zone(line: number))
      add(content.dropFirst().drop { $0 == " " })
    } else if isInZones || !list.isEmpty {
      // A mapping without a list is a single zone.
      if list.isEmpty || indent == nil && isFilled { list.append(Zone(line: number)) }
      isFilled = false
      add(content)
    }
  }

  /// Reads a key of the whole file, such as `zone:` or `zone garden:`.
  private mutating func begin(_ content: Substring, _ number: Int) {
    let field = Self.field(content)
    isInZones = field?.name.split(separator: " ").first == "zone"
    indent = nil
    isFilled = true
    guard let field, isInZones else {
      // A list before it was no list of zones.
      if !hasKeys { list = [] }
      hasKeys = true
      isInZones = false
      return
    }
    hasKeys = true
    if field.value.hasPrefix("!include") {
      let name = field.value.split(separator: " ").dropFirst().joined(separator: " ")
      includes.append((number, name))
    }
  }

  /// Adds a field, or the fields in braces, to the last zone.
  private mutating func add(_ content: Substring) {
    guard !list.isEmpty else { return }
    if content.hasPrefix("{"), content.hasSuffix("}") {
      list[list.count - 1].fields += content.dropFirst().dropLast().split(separator: ",")
        .compactMap { Self.field($0.drop { $0 == " " }) }
    } else if let field = Self.field(content) {
      list[list.count - 1].fields.append(field)
    }
  }

  private static func field(_ content: Substring) -> (name: String, value: String)? {
    guard let colon = content.firstIndex(of: ":") else { return nil }
    let value = content[content.index(after: colon)...].trimmed()
    return (unquoted(content[..<colon].trimmed()), unquoted(value))
  }

  private static func unquoted(_ text: Substring) -> String {
    guard let mark = text.first, mark == "\"" || mark == "'", text.count > 1, text.last == mark
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  /// A line without the comment at its end, and the space before it.
  private static func withoutComment(_ line: Substring) -> Substring {
    var mark: Character?
    var isAfterSpace = true
    var end = line.endIndex
    for index in line.indices {
      let character = line[index]
      if character == mark {
        mark = nil
      } else if mark == nil, character == "\"" || character == "'" {
        // An apostrophe inside of a word is none.
        if isAfterSpace { mark = character }
      } else if mark == nil, character == "#", isAfterSpace {
        end = index
        break
      }
      isAfterSpace = character.isWhitespace
    }
    let content = line[..<end]
    return content.lastIndex { !$0.isWhitespace }.map { content[...$0] } ?? ""
  }
}
