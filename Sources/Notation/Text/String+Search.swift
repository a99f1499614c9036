extension String {
  /// The start of the first occurrence of a text.
  ///
  /// The library's `firstRange(of:)` and `contains` for texts would link regular expressions,
  /// which add a tenth to the program's size.
  package func firstIndex(ofText text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
