extension String {
  /// The text with its control characters spelled out: one line that cannot control a terminal.
  package var onOneLine: String {
    escaped { $0 == "\n" ? "\\n" : "\\u{\(String($0.value, radix: 16))}" }
  }

  /// A line of JSON with the same content and without control characters.
  ///
  /// JSON allows the first 32 control characters only between texts, and the others within texts.
  package var jsonOnOneLine: String {
    escaped { $0.value < 0x20 ? " " : JSONLine.escape($0) }
  }

  /// Whether the text has a control character or a line end, which names must not have.
  package var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }

  private func escaped(_ escape: (Unicode.Scalar) -> String) -> String {
    // Nearly every text is plain, and bytes are quicker to check.
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }),
      unicodeScalars.contains(where: \.isSpelledOut)
    else { return self }
    return unicodeScalars.reduce(into: "") { line, scalar in
      if scalar.isSpelledOut {
        line += escape(scalar)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal or ends a line.
  var isControl: Bool {
    switch value {
    // C0, DEL and C1; the ends of a line and of a paragraph.
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a line shows the character spelled out.
  ///
  /// These are control characters, and characters that reverse the direction of the text after
  /// them, which makes one name look like another.
  package var isSpelledOut: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: isControl
    }
  }
}
