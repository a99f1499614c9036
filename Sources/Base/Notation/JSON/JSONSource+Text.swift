extension JSONSource {
  /// The value on one line.
  package var line: String { oneLine(within: .max) ?? "" }

  /// The value for people: short values on one line, others with one element per line.
  ///
  /// The same value always has the same text, and reading the text gives the value.
  package var document: String {
    var text = ""
    write(to: &text, indent: 0, used: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int, used: Int) {
    if !isOpen, let line = oneLine(within: Self.columns - used) {
      text += line
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    func close(_ bracket: String) { text += "\n" + String(repeating: " ", count: indent) + bracket }
    switch self {
    case .leaf(let leaf): text += leaf
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "[\n" : ",\n") + inner
        // A comma may follow.
        element.write(to: &text, indent: indent + 2, used: indent + 3)
      }
      close("]")
    case .object(let members):
      for (index, member) in members.enumerated() {
        let name = JSONLine.quoted(member.name) + ": "
        text += (index == 0 ? "{\n" : ",\n") + inner + name
        member.value.write(to: &text, indent: indent + 2, used: indent + 3 + name.count)
      }
      close("}")
    }
  }

  /// Whether the value always needs more than one line: a feature, or a value that contains one.
  private var isOpen: Bool {
    switch self {
    case .leaf: false
    case .array(let elements): elements.contains(where: \.isOpen)
    case .object(let members):
      members.contains { member in
        member.name == "type"
          && (member.value == .leaf(#""Feature""#)
            || member.value == .leaf(#""FeatureCollection""#))
      }
    }
  }

  /// The value on one line; `nil` when the line has more than this many characters.
  private func oneLine(within limit: Int) -> String? {
    var text = ""
    return append(to: &text, limit: limit) ? text : nil
  }

  private func append(to text: inout String, limit: Int) -> Bool {
    switch self {
    case .leaf(let leaf): text += leaf
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        guard element.append(to: &text, limit: limit) else { return false }
      }
      text += "]"
    case .object(let members):
      text += members.isEmpty ? "{" : "{ "
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        text += JSONLine.quoted(member.name) + ": "
        guard member.value.append(to: &text, limit: limit) else { return false }
      }
      text += members.isEmpty ? "}" : " }"
    }
    // There are at least as many bytes as characters, which are counted only if bytes are too many.
    return text.utf8.count <= limit || text.count <= limit
  }

  /// The most characters of a line that can be broken.
  private static let columns = 100
}
