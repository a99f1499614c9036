import Notation
import Records
import Testing

struct VoiceTests {
  private static func words(_ language: Language) throws -> [String: JSON] {
    try #require(try JSON.parse(String(decoding: language.words, as: UTF8.self)).object)
  }

  /// The names of the values in a sentence.
  private static func values(_ sentence: String) -> Set<Substring> {
    Set(sentence.matches(of: /\{(\w+)\}/).map(\.output.1))
  }

  @Test(arguments: [Language.german, .french, .spanish])
  func eachLanguageHasTheSameSentencesAndValues(_ language: Language) throws {
    let words = try Self.words(language)
    #expect(try Set(words.keys) == Set(Self.words(.german).keys))
    #expect(words.count > 20)
    for (sentence, said) in words {
      let said = try #require(said.string)
      let (kept, all) = (Self.values(said), Self.values(sentence))
      // A path or an error of the system is not for the carrier.
      #expect(kept.isSubset(of: all) && all.subtracting(kept).isSubset(of: ["path", "reason"]))
    }
  }

  @Test func eachFormHasASentence() throws {
    #expect(SentenceForm.all.count > 100)
    let words = try Self.words(.german)
    for form in SentenceForm.all { #expect(words[form.sentence] != nil, "\(form.sentence)") }
    #expect(try Set(Self.words(.english).keys).isSubset(of: words.keys))
  }

  @Test(arguments: [
    (
      "09:00:51, for 5 s: past the border by 7.8 m at most (09:00:54); no entry, since the raw fix disagreed for 5 s",
      "09:00:51, 5 s lang: höchstens 7,8 m hinter der Grenze (09:00:54); kein Eintritt, denn die rohe Position widersprach 5 s lang"
    ),
    ("since 2026-06-03T09:00:00.250Z: new", "since 09:00:00: new"),
    ("3 impossible jump, 4 no time", "3 unmöglicher Sprung, 4 keine Zeit"),
    ("no gpsd: connect to 127.0.0.1:2947: refused", "gpsd antwortet nicht"),
    (
      "a: enter and exit, not acknowledged; picket acknowledge, or a short press, ends the alarm",
      "a: betreten und verlassen, nicht bestätigt; picket acknowledge oder ein kurzer Druck beendet den Alarm"
    ),
    ("blind, not acknowledged", "kein GPS, nicht bestätigt"),
    ("a, b: acknowledged by a command", "a, b: durch einen Befehl bestätigt"),
    (
      "gpsd reports from /dev/b, and [gpsd] device names /dev/a; correct device in [gpsd], or remove it",
      "gpsd empfängt von /dev/b, und device in [gpsd] ist /dev/a; das berichtigen oder entfernen"
    ),
    (
      "the program that answers is not gpsd: it is a web server; correct host and port in [gpsd]: gpsd has 2947",
      "es antwortet ein anderes Programm als gpsd"
    ),
    ("lock on: inside shed", "lock an: in shed"),
    ("lock is off: not inside a, class:b", "lock ist aus: nicht in a, class:b"),
    ("not inside a; on in 5 s", "nicht in a; an in 5 s"),
    ("outside a, b, c and 2 more", "außerhalb von a, b, c und 2 weiteren"),
    ("not inside any", "in keiner"), ("not sure of yard", "nicht sicher bei yard"),
    ("no alarm of yard", "kein Alarm von yard"), ("speeding in yard", "zu schnell in yard"),
    (
      "blind for 30 s, so that nothing watches yard: it sounds until it is acknowledged",
      "kein GPS seit 30 s, yard überwacht nichts: klingt, bis er bestätigt wird"
    ),
  ])
  func linesOfTheLogAreSaidAgain(_ line: String, _ words: String) {
    #expect(Voice(.german).carrierWords(line) == words)
  }

  @Test(arguments: [
    ("needed 7.8 m; reached 8 m, and so on", "needed 7.8 m; reached 8 m, and so on"),
    ("no gpsd: connect to 127.0.0.1:2947: refused; trying again", "gpsd does not answer"),
    ("gpsd has lost the receiver /dev/ttyUSB0", "gpsd has lost the receiver"),
  ])
  func carrierReadsNoPathOrSocket(_ line: String, _ words: String) {
    #expect(Voice(.english).carrierWords(line) == words)
  }

  @Test func valuesAreSetIn() {
    let values: KeyValuePairs = ["metres": "12 m", "name": "{metres}"]
    let said = Voice(.german).say("{name} {metres} ahead", values)
    #expect(said == "{metres} 12 m voraus")
    #expect(Voice(.english).say("{name} {metres} ahead", values) == "{metres} 12 m ahead")
    #expect(Voice(.french).say("{none}, no sentence") == ", no sentence")
  }

  @Test func distancesAreShort() {
    #expect(Voice(.english).metres(-12.4) == "12 m")
    #expect(Voice(.english).metres(1234) == "1.2 km")
    #expect(Voice(.spanish).metres(1234) == "1,2 km")
  }
}
