internal import Geofence

/// The sentences for a person: on the page, in `picket watch` and `picket status`, and in a log.
///
/// A sentence about Picket's own decisions is found by its code, any other by its English words.
package struct Voice: Sendable {
  /// The language; `nil` for a log, whose sentences are English and have whole times.
  private let language: Language?
  private let words: [String: JSON]
  private var zone = Zone.utc

  /// Creates the voice of a language.
  package init(_ language: Language) {
    self.language = language
    words = Self.logWords.merging(Self.table(language.words)) { $1 }
  }

  private init(words: [String: JSON]) { (language, self.words) = (nil, words) }

  /// The voice of a log.
  package static let log = Voice(words: logWords)

  private static let logWords = table(Language.logWords)

  /// The sentences that only commands say; each table is read when the first of them is asked for.
  package var commandWords: [String: JSON] {
    switch language {
    case nil, .english: Self.logCommands
    case .german: Self.germanCommands
    case .french: Self.frenchCommands
    case .spanish: Self.spanishCommands
    }
  }
  private static let logCommands = table(PackageResources.commands_log_json)
  private static let germanCommands = table(PackageResources.commands_de_json)
  private static let frenchCommands = table(PackageResources.commands_fr_json)
  private static let spanishCommands = table(PackageResources.commands_es_json)

  private static func table(_ bytes: [UInt8]) -> [String: JSON] {
    // A test reads each language.
    (try? JSON.parse(String(decoding: bytes, as: UTF8.self)).object) ?? [:]
  }

  /// A sentence; `{name}` in it stands for a value.
  package func say(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    Self.filled(words[sentence]?.string ?? sentence) { name in
      values.first { $0.key == name }?.value
    }
  }

  /// A sentence in whose places values are set.
  package static func filled(_ sentence: String, _ value: (String) -> String?) -> String {
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
  package func decimals(_ number: String) -> String {
    language == nil || language == .english ? number : number.replacing(text: ".", by: ",")
  }
}

// MARK: Reasons

/// The page's reason.js does the same.
extension Voice {
  /// What a reason says.
  package func say(_ reason: Reason) -> String {
    // A text of a person may have braces.
    if let text = reason.verbatim { return text }
    return Self.filled(sentence(of: reason) ?? reason.code) { place in
      let parts = place.split(separator: ":")
      guard let name = parts.first, let value = reason.values[String(name)] else { return nil }
      return said(value, parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// What a reason says, or another text if the table has no sentence for it.
  package func say(_ reason: Reason, or other: String) -> String {
    knows(reason) ? say(reason) : other
  }

  /// The same voice with the times of a log in a zone.
  package func times(in zone: Zone) -> Voice {
    var voice = self
    voice.zone = zone
    return voice
  }

  /// Whether the table has a sentence for each code of a reason, which a later release may not have.
  package func knows(_ reason: Reason) -> Bool {
    guard reason.verbatim != nil || entry(reason.code) != nil else { return false }
    return reason.values.values.allSatisfy { value in
      if case .reasons(let all) = value { all.allSatisfy(knows) } else { true }
    }
  }

  private func entry(_ code: String) -> JSON? { words[code] ?? commandWords[code] }

  /// The sentence for a code; some have one for a single thing, and another for several.
  private func sentence(of reason: Reason) -> String? {
    let entry = entry(reason.code)
    let form = reason.values["count"] == .count(1) ? "one" : "other"
    return entry?.string ?? entry?.object?[form]?.string
  }

  private func said(_ value: Reason.Value, _ form: String) -> String {
    switch value {
    case .reasons(let all):
      let joint = words["joint.\(form)"] ?? words["joint"]
      return all.map(say).joined(separator: joint?.string ?? "; ")
    case .text(let text):
      // A size has its unit, which is the same in each language.
      return form.isEmpty ? text : Timestamp(rfc3339: text).map { said($0, form) } ?? decimals(text)
    case .number(let number):
      return switch form {
      case "m": length(number, kilometresFrom: .infinity)
      case "w": metres(number)
      case "d": length(number)
      case "s": decimals(number.secondsText())
      case "elapsed": number.elapsedText
      case "grouped": Int(number).grouped
      case "speed" where language == nil: "\(number.text(decimals: 1)) m/s"
      case "speed": "\(decimals((number * 3.6).text(decimals: 1))) km/h"
      case "kmh": "\(decimals(number.text(decimals: 1))) km/h"
      default: decimals(number.text(decimals: 2))
      }
    }
  }

  /// A length; metres have tenths in a log, and for a person below ten.
  private func length(_ metres: Double, kilometresFrom: Double = 1000) -> String {
    decimals(
      metres.distanceText(
        tenthsBelow: language == nil ? .infinity : 9.95, kilometresFrom: kilometresFrom, decimals: 1
      ))
  }

  private func said(_ time: Timestamp, _ form: String) -> String {
    let zone = language == nil ? zone : LocalTime.shownZone
    let clock = zone.clock(time)
    switch form {
    case "time" where language == nil, "day" where language == nil: return zone.text(time)
    case "day": return "\(zone.day(time)) \(clock.prefix(8))"
    case "zoned" where language == nil:
      let name = zone.name(at: time)
      return "\(Self.tenths(clock)) \(name == "UTC" ? name : "(\(name))")"
    case "clock" where language == nil: return Self.tenths(clock)
    case "time", "zoned", "clock": return String(clock.prefix(8))
    default: return time.rfc3339
    }
  }

  /// A time of day to the second, or to the tenth where there is one.
  private static func tenths(_ clock: String) -> String {
    String(clock.prefix(clock.dropFirst(9).first == "0" ? 8 : 10))
  }
}

extension Reason {
  /// What it says in a log: in English, with whole times.
  package var text: String { Voice.log.say(self) }
}
