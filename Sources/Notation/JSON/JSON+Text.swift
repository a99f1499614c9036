extension JSON {
  /// The value as text on one line, the members of objects in the order of their names.
  ///
  /// Numbers read back the same; a number that is not finite becomes null.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let boolean): text += "\(boolean)"
    case .number(let number):
      let whole = Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
      text +=
        number.isFinite ? whole.flatMap { $0 == 0 ? nil : "\($0)" } ?? "\(number)" : "null"
    case .string(let string): text += JSONLine.quoted(string)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        text += index > 0 ? ",\(JSONLine.quoted(member.key)):" : "\(JSONLine.quoted(member.key)):"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }
}
