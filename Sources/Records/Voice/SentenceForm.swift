internal import Notation

/// A sentence of the log with places for values, such as "needed {metres}".
package struct SentenceForm: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case value(name: String)
  }

  /// The sentence with its places.
  package let sentence: String

  private let parts: [Piece]

  /// Creates the form of a sentence.
  package init(_ sentence: String) {
    self.sentence = sentence
    var parts: [Piece] = []
    var rest = sentence[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      parts.append(.value(name: String(rest[rest.index(after: start)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The forms of the log's sentences as a JSON array, of which the first that fits counts.
  ///
  /// So a long form stands before a short one with the same beginning.
  package static var json: [UInt8] { PackageResources.forms_json }

  /// The forms of the log's sentences, of which the first that fits counts.
  package static let all: [SentenceForm] = {
    // A test reads them.
    let list = try? JSON.parse(String(decoding: json, as: UTF8.self)).array
    return (list ?? []).compactMap { $0.string.map(SentenceForm.init) }
  }()

  /// The values with which a text has this form; `nil` if it has another one.
  package func values(in text: String) -> [String: String]? {
    Self.values(parts[...], text[...])
  }

  private static func values(_ parts: ArraySlice<Piece>, _ text: Substring) -> [String: String]? {
    switch parts.first {
    case nil: return text.isEmpty ? [:] : nil
    case .text(let known)?:
      guard text.hasPrefix(known) else { return nil }
      return values(parts.dropFirst(), text.dropFirst(known.count))
    case .value(let name)?:
      var end = text.startIndex
      while end < text.endIndex {
        // Only a reason has several parts.
        guard text[end] != ";" || name == "rest" || name == "reason" else { return nil }
        text.formIndex(after: &end)
        let value = text[..<end]
        if numbers.contains(name), !isMeasure(value) { continue }
        if var found = values(parts.dropFirst(), text[end...]) {
          found[name] = String(value)
          return found
        }
      }
      return nil
    }
  }

  private static let numbers: Set<String> = [
    "metres", "have", "needed", "run", "seconds", "length", "count", "number", "most", "step",
    "steps",
  ]

  /// Whether a text is a number, or numbers with their units: 12, -4.5 m, 2 min 5 s.
  private static func isMeasure(_ text: Substring) -> Bool {
    text.wholeMatch(of: #/-?[0-9.]+(?: [a-z]+)?(?: [0-9.]+ [a-z]+)*/#) != nil
  }
}
