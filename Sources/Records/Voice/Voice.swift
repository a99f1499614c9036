internal import Geofence
internal import Notation
internal import System

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

  private var isEnglish: Bool { language == .english }
}

extension Voice {
  /// A line of the log for the carrier: with times of day, and without what only the log needs.
  ///
  /// The page's board.js does the same. A part that has no known form stays unchanged.
  package func carrierWords(_ line: String) -> String {
    let zone = LocalTime.shownZone
    let plain = line.replacing(
      #/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/#
    ) { match in
      Timestamp(rfc3339: String(match.output.0)).map { String(zone.clock($0).prefix(8)) }
        ?? String(match.output.1)
    }
    return said(plain)
  }

  private func said(_ text: String) -> String {
    if text.wholeMatch(of: #/-?\d+(?:\.\d+)?(?: (?:m|km|s|min|h|°))?/#) != nil {
      return decimals(text)
    }
    for form in SentenceForm.all {
      guard let values = form.values(in: text) else { continue }
      return say(form.sentence) { name in
        values[name].map { name == "region" || name == "names" ? $0 : said($0) }
      }
    }
    for separator in ["; ", ", and ", ", "] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count > 1 else { continue }
      let joint = separator == ", and " && !isEnglish ? ", " : separator
      return parts.map { said(String($0)) }.joined(separator: joint)
    }
    guard let match = text.wholeMatch(of: #/(\d+) (\D.*)/#) else { return text }
    return "\(match.output.1) \(said(String(match.output.2)))"
  }
}
