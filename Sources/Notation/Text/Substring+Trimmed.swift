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
