package import Base
internal import Geofence

/// Says the answers of a controller: to a carrier in their language, or with everything, for a log.
package struct Speech: Sendable {
  /// The voice for a carrier; `nil` for a log, whose sentences are English.
  package let voice: Voice?

  /// The words of a log, with whole times.
  package static let log = Speech(nil)

  /// The words in the language of this process's environment; in English those of a log.
  package static var ofEnvironment: Speech {
    Language.ofEnvironment == .english ? log : Speech(Voice(.ofEnvironment))
  }

  /// Creates the speech of a voice.
  package init(_ voice: Voice?) {
    self.voice = voice
  }

  /// A sentence; `{name}` in it stands for a value.
  package func say(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    (voice ?? .log).say(sentence, values)
  }

  /// What a reason says.
  package func words(_ reason: Reason) -> String { (voice ?? .log).say(reason) }

  /// What a reason says, or another text if the table has no sentence for it.
  package func words(_ reason: Reason, or other: String) -> String {
    (voice ?? .log).say(reason, or: other)
  }

  /// A number, which may have a unit.
  package func number(_ text: String) -> String { voice?.decimals(text) ?? text }

  /// A length to tenths of a metre, from a kilometre on to tenths of it.
  package func metres(_ length: Double) -> String {
    number(length.distanceText(tenthsBelow: 1000, decimals: 1))
  }

  /// A local time: for a carrier that of the clock; a text that is no time stays unchanged.
  package func time(_ text: String) -> String {
    guard let time = Timestamp(rfc3339: text) else { return text }
    return voice == nil ? time.local : String(LocalTime.shownZone.clock(time).prefix(8))
  }

  /// A local time that may be on another day; for a carrier month, day and clock, as in a report.
  package func dayAndTime(_ text: String) -> String {
    guard voice != nil, let time = Timestamp(rfc3339: text) else { return self.time(text) }
    let zone = LocalTime.shownZone
    return "\(zone.day(time).dropFirst(5)) \(zone.clock(time).prefix(5))"
  }
}
