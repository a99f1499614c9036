/// An element of an XML document, with its contents.
package struct XMLElement: Hashable, Sendable {
  /// An attribute, without a namespace.
  package struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The name without its namespace.
  package let name: String

  /// The namespace; empty without one.
  package let namespace: String

  /// The line on which it begins, from 1.
  package let line: Int

  /// The attributes in their order.
  package let attributes: [Attribute]

  /// Its own characters, without those of the elements in it.
  package var text = ""

  /// The elements in it, in their order.
  package var children: [XMLElement] = []

  /// The value of an attribute.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The first element in it with this name.
  package func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name }
  }

  /// The text of the first element in it with this name, without the space around it; `nil` when
  /// that is empty.
  package func text(of name: String) -> String? {
    guard let text = child(name)?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// Its text without the space around it.
  package var trimmed: String { String(text[...].trimmed()) }
}

/// Texts in XML.
package enum XMLText {
  /// A text with its markup escaped; characters that XML cannot hold become U+FFFD.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
      // A reference reads back as the same character, and cannot control a terminal.
      case _ where scalar.isSpelledOut: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
