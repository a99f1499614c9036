internal import Notation

/// The words that name the source of a map's data.
enum Attribution {
  /// The words of a text that may have HTML in it, as one plain line.
  static func plain(_ text: String) -> String {
    var plain = ""
    var isInTag = false
    for scalar in text.prefix(longestInput).unicodeScalars {
      switch scalar {
      case "<": isInTag = true
      case ">" where isInTag: isInTag = false
      default: if !isInTag { plain.unicodeScalars.append(scalar) }
      }
    }
    for (name, character) in entities { plain = plain.replacing(name, with: character) }
    let words = plain.split { $0.isWhitespace }.joined(separator: " ")
    return String(words.prefix(longest)).onOneLine
  }

  private static let longestInput = 4000
  private static let longest = 200

  // The entities that the makers of maps write.
  private static let entities = [
    ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"),
    ("&quot;", "\""), ("&amp;", "&"),
  ]
}
