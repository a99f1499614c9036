extension String {
  /// The text in double quotes, cut off if it is long.
  package var quoted: String {
    count > 60 ? "\"\(prefix(60))…\"" : "\"\(self)\""
  }

  /// The text with its control characters spelled out, so that it stays one line.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLine) else { return self }
    return unicodeScalars.reduce(into: "") { line, scalar in
      if scalar.breaksLine {
        line += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a line reader would do something about it.
  fileprivate var breaksLine: Bool {
    properties.generalCategory == .control || value == 0x2028 || value == 0x2029
  }
}

extension Double {
  /// The number as a person writes it: without a fraction if it has none.
  var plain: String {
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
