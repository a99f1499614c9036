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
