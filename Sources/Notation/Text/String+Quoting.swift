extension String {
  /// The text in double quotes, cut off if it is long.
  package var quoted: String {
    count > 60 ? "\"\(prefix(60))…\"" : "\"\(self)\""
  }
}

extension Double {
  /// The number as a person writes it: without a fraction if it has none.
  package var plain: String {
    Int64(exactly: self).map(String.init) ?? description
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
