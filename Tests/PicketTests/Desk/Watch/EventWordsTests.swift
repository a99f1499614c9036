import Base
import Desk
@testable import Geofence
import Records
import Testing

struct EventWordsTests {
  private static func words(_ line: String, in language: Language) throws -> String {
    let words = EventWords(try #require(JournalRecord(line)), in: Voice(language))
    return ([words.text] + words.more).joined(separator: " · ")
  }

  private static let cases: [(String, String, String)] = [
    (
      #"{"event":"enter","region":"ring","note":"Mind the dog","blind":65.2}"#,
      "entered ring · Mind the dog · not seen for 1 min 5 s",
      "ring betreten · Mind the dog · 1 min 5 s lang nicht gesehen"
    ),
    (
      #"{"event":"exit","region":"ring","scheduled":true}"#,
      "left ring · its hours have begun", "ring verlassen · ihre Zeiten haben begonnen"
    ),
    (#"{"event":"blind","text":"no fix since 2026"}"#, "no GPS from here on", "ab hier kein GPS"),
    (#"{"event":"mark","text":"at the gate"}"#, "marked: at the gate", "markiert: at the gate"),
    (
      #"{"event":"configuration","text":"refused: no regions","code":"files.refused","values":{"reason":"no regions"}}"#,
      "the regions or settings were changed: refused: no regions",
      "Regionen oder Einstellungen wurden geändert: abgelehnt: no regions"
    ),
    (
      #"{"event":"configuration","text":"reloaded: watching 2 regions","code":"files.reloaded","values":{"watching":"watching 2 regions"}}"#,
      "the regions or settings were changed",
      "Regionen oder Einstellungen wurden geändert"
    ),
    (
      #"{"event":"gpsd","text":"gpsd has lost the receiver /dev/ttyUSB0","code":"reception.deviceGone","values":{"path":"/dev/ttyUSB0"}}"#,
      "receiver: gpsd has lost the receiver", "Empfänger: gpsd hat den Empfänger verloren"
    ),
    (
      #"{"event":"reminder","text":"ring: 2 of 5","code":"reminder.number","values":{"region":"ring","number":2,"most":5}}"#,
      "reminder: ring: 2 of 5", "Erinnerung: ring: 2 von 5"
    ),
    (
      #"{"event":"acknowledged","text":"a: the carrier pressed the button","code":"ended.button","values":{"names":"a"}}"#,
      "alarms and reminders ended: a: the carrier pressed the button",
      "Alarme und Erinnerungen beendet: a: der Knopf wurde gedrückt"
    ),
    (
      #"{"event":"alarm","text":"exit ring: it sounds until it is acknowledged","code":"alarm.exit","values":{"region":"ring"}}"#,
      "alarm: exit ring: it sounds until it is acknowledged",
      "Alarm: ring verlassen: klingt, bis er bestätigt wird"
    ),
    (
      #"{"event":"course","text":"the course begins anew; 2 regions had reported","code":"course.begun","values":{"count":2}}"#,
      "stations: the course begins anew; 2 regions had reported",
      "Stationen: die Runde beginnt von vorn; 2 Regionen hatten gemeldet"
    ),
    (
      #"{"event":"anchor","text":"anchor lifted","code":"anchor.lifted","values":{"region":"anchor"}}"#,
      "anchor: anchor lifted", "Anker: anchor gelichtet"
    ),
    // As earlier releases wrote them.
    (
      #"{"event":"anchor","text":"anchor lifted"}"#, "anchor: anchor lifted",
      "Anker: anchor lifted"
    ),
    (
      #"{"event":"configuration","text":"refused: no regions"}"#,
      "the regions or settings were changed: refused: no regions", ""
    ),
    (#"{"event":"output","text":"muted for 5 min"}"#, "buzzer or light: muted for 5 min", ""),
    (#"{"event":"of a later Picket"}"#, "of a later Picket", "of a later Picket"),
  ]

  @Test(arguments: cases)
  func carrierReadsWhatHappened(_ line: String, _ english: String, _ german: String) throws {
    #expect(try Self.words(line, in: .english) == english)
    if !german.isEmpty { #expect(try Self.words(line, in: .german) == german) }
  }

  @Test(arguments: [Language.german, .french, .spanish])
  func eachKindHasWords(_ language: Language) throws {
    let events = Event.Kind.allCases.map { #"{"event":"\#($0.rawValue)","region":"ring"}"# }
    let notes = Note.Kind.allCases.map { #"{"event":"\#($0.rawValue)","text":"ring"}"# }
    for line in events + notes {
      let said = try Self.words(line, in: language)
      #expect(try said != Self.words(line, in: .english), "\(said)")
    }
  }
}
