/// A mistake in the arguments, with what to give in their place.
struct UsageMistake {
  /// What is wrong, and what to give.
  let words: String

  /// The command whose help explains it.
  let command: String?

  /// - Parameters:
  ///   - message: The parser's message.
  ///   - text: All that it would print: the message, then the help of the argument.
  init(_ message: String, in text: String) {
    let lines = text.split(separator: "\n")
    command = lines.last.flatMap { line in
      let words = line.split(separator: "'")
      guard words.count > 1, words[1].hasSuffix(" --help") else { return nil }
      return String(words[1].dropLast(" --help".count))
    }
    // After the argument itself, two spaces apart.
    let help = lines.first { $0.hasPrefix("Help:") }?.split(separator: "  ").last
    if let name = message.split(separator: "'").last, message.hasPrefix("Missing expected") {
      words = "give \(name)" + (help.map { ": \($0.trimmed { " .".contains($0) })" } ?? "")
    } else if message.hasPrefix("The value "), message.hasSuffix("'") {
      // Of the types without words of their own, which are numbers.
      let value = message.split(separator: "'").dropFirst().first ?? ""
      words = "\(message): give a \(Double(value) == nil ? "" : "whole ")number"
    } else {
      words = message.hasSuffix(".") ? String(message.dropLast()) : message
    }
  }
}
