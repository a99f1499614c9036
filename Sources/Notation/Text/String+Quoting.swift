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
