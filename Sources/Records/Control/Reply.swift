package import Base

/// A line from a running Picket, as its client reads it.
package struct Reply: Hashable, Sendable {
  /// The line, unchanged.
  package let text: String

  package let fields: [String: JSON]

  /// Parses a line; `nil` when it is not an object.
  package init?(_ text: String) {
    guard let fields = (try? JSON.parse(text))?.object else { return nil }
    self.text = text
    self.fields = fields
  }

  /// Whether the line is an answer, and not a published line.
  package var isAnswer: Bool { fields[Refusal.isDone] != nil }

  /// The identifier of the request that it answers, if that is a text.
  package var id: String? { text("id") }

  /// The refusal; `nil` for any other line.
  package var refusal: Refusal? { Refusal(self) }

  /// The text under a key.
  package func text(_ key: String) -> String? { fields[key]?.string }

  /// The number under a key.
  package func number(_ key: String) -> Double? { fields[key]?.number }

  /// The whole number under a key; 0 when there is none.
  package func count(_ key: String) -> Int { fields[key]?.integer ?? 0 }

  /// Whether a key is there and true.
  package func flag(_ key: String) -> Bool { fields[key] == .boolean(true) }

  /// Whether a flag is there and false.
  package func denies(_ key: String) -> Bool { fields[key] == .boolean(false) }

  /// The texts under a key.
  package func texts(_ key: String) -> [String] {
    fields[key]?.array?.compactMap(\.string) ?? []
  }

  /// The object under a key.
  package func object(_ key: String) -> Reply? { fields[key]?.object.map(Reply.init) }

  /// The objects under a key.
  package func objects(_ key: String) -> [Reply] {
    fields[key]?.array?.compactMap { $0.object.map(Reply.init) } ?? []
  }

  private init(_ fields: [String: JSON]) {
    text = ""
    self.fields = fields
  }
}
