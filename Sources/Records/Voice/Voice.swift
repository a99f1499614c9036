internal import Notation

/// The sentences for the carrier, on the page and in `picket watch` and `picket status`.
///
/// Each sentence is written in English where it is used.
package struct Voice: Sendable {
  private let language: Language
  private let words: [String: JSON]

  /// Creates the voice of a language.
  package init(_ language: Language) {
    self.language = language
    let text = String(decoding: language.words, as: UTF8.self)
    // A test reads each language.
    words = (try? JSON.parse(text).object) ?? [:]
  }

  /// A sentence; `{name}` in it stands for a value.
  package func say(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    say(sentence) { name in values.first { $0.key == name }?.value }
  }

  /// A sentence with a value for each name in it.
  func say(_ sentence: String, _ value: (String) -> String?) -> String {
    Self.filled(words[sentence]?.string ?? sentence, value)
  }

  /// A sentence in whose places values are set.
  static func filled(_ sentence: String, _ value: (String) -> String?) -> String {
    var said = ""
    var rest = sentence[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      said += rest[..<start] + (value(String(rest[rest.index(after: start)..<end])) ?? "")
      rest = rest[rest.index(after: end)...]
    }
    return said + rest
  }

  /// A distance to whole metres, from a kilometre on to a tenth of it.
  package func metres(_ distance: Double) -> String {
    let metres = abs(distance)
    guard metres >= 1000 else { return "\(metres.text(decimals: 0)) m" }
    return "\(decimals((metres / 1000).text(decimals: 1))) km"
  }

  /// A number with the decimal point of the language.
  func decimals(_ number: String) -> String {
    isEnglish ? number : number.replacing(".", with: ",")
  }

  var isEnglish: Bool { language == .english }
}
