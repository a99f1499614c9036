extension String {
  /// The text in double quotes, cut off if it is long.
  package var quoted: String {
    count > 60 ? "\"\(prefix(60))…\"" : "\"\(self)\""
  }

  /// The start of the text that has at most this number of bytes, in whole characters.
  package func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var (end, size) = (startIndex, 0)
    for character in self {
      size += character.utf8.count
      guard size <= most else { break }
      end = index(after: end)
    }
    return String(self[..<end])
  }
}

extension Sequence<String> {
  /// The texts as a list in words: `a, b and c`.
  package func listed(_ last: String = "and") -> String {
    let all = Array(self)
    guard all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " \(last) \(all[all.count - 1])"
  }
}

extension String {
  /// The text, or its beginning with an ellipsis when it is more than this many bytes.
  package func cut(to most: Int) -> String {
    guard utf8.count > most else { return self }
    // By scalars, since one character can have any number of them.
    var length = 0
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      length += scalar.utf8.count
      guard length <= most - 3 else { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}

extension String {
  /// The path as seen from the folder of a file, unless it is absolute.
  package func resolved(besides file: String) -> String {
    guard !hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    return file[...slash] + self
  }
}

// The library's functions for texts in texts would link regular expressions, which add a tenth to the
// program's size.
extension StringProtocol {
  /// Whether a text occurs in this one, byte for byte.
  package func contains(text: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: text.utf8) }
  }

  /// The start of the first occurrence of a text.
  package func firstIndex(ofText text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}

extension String {
  /// The text with another one in place of each occurrence of a text.
  package func replacing(text: String, by other: String) -> String {
    var (result, rest) = ("", self[...])
    while let start = rest.firstIndex(ofText: text) {
      result += rest[..<start] + other
      rest = rest[start...].dropFirst(text.count)
    }
    return result + rest
  }
}

extension Substring {
  /// The text without the space around it.
  ///
  /// - Parameter isSpace: Whether a character is left out at both ends.
  package func trimmed(
    where isSpace: (Character) -> Bool = { $0.isWhitespace }
  ) -> Substring {
    let rest = drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
    return rest[...last]
  }
}
