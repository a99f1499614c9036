@testable import PicketPage
import Testing

/// Lines for phones that connect again.
struct HistoryTests {
  private static func event(_ number: Int) -> String { #"{"seq":\#(number),"event":"enter"}"# }
  private static func note(_ uptime: Double) -> String { #"{"event":"mark","uptime":\#(uptime)}"# }

  private static func ids(_ rest: History.Rest) -> [String] { rest.entries.map(\.id.text) }

  @Test func linesHaveTheNumberOfTheirEvent() {
    var history = History()
    history.replace(with: [Self.note(1), Self.event(1), Self.note(2), Self.note(3), Self.event(2)])
    #expect(Self.ids(history.rest(after: nil)) == ["0.1", "1", "1.1", "1.2", "2"])
    #expect(history.add(Self.note(4))?.id.text == "2.1")
    #expect(history.add(Self.event(3))?.id.text == "3")
  }

  @Test func phoneGetsItsMissedLines() {
    var history = History()
    history.replace(with: [Self.event(1), Self.note(2), Self.event(2), Self.note(3)])
    for (id, rest) in [
      ("0", ["1", "1.1", "2", "2.1"]), ("1", ["1.1", "2", "2.1"]), ("1.1", ["2", "2.1"]),
      ("2", ["2.1"]), ("2.1", []),
    ] {
      let found = history.rest(after: LineID(id))
      #expect(Self.ids(found) == rest, "\(id)")
      #expect(!found.isCut, "\(id)")
    }
  }

  @Test func journalLineIsNotAddedAgain() {
    var history = History()
    history.replace(with: [Self.event(1), Self.note(2)])
    #expect(history.add(Self.event(1)) == nil)
    #expect(history.add(Self.note(2)) == nil)
    // The controller publishes exact positions where the journal has coarse ones.
    history.replace(with: [#"{"event":"mark","uptime":5.5,"lat":51.5}"#])
    #expect(history.add(#"{"event":"mark","uptime":5.5,"lat":51.501}"#) == nil)
    #expect(history.add(Self.note(6))?.id.text == "0.2")
  }

  @Test func journalKeepsThePublishedLineNumbers() {
    var live = History()
    live.replace(with: [Self.event(1)])
    let lines = [Self.note(2), Self.note(3), Self.event(2), Self.note(4)]
    let published = lines.compactMap { live.add($0)?.id }
    var read = History()
    read.replace(with: [Self.event(1)] + lines)
    #expect(read.rest(after: LineID(sequence: 1)).entries.map(\.id) == published)
  }

  @Test func gapIsReported() {
    var history = History()
    for number in 1...2500 { _ = history.add(Self.event(number)) }
    #expect(history.rest(after: LineID(sequence: 1)).isCut)
    #expect(history.rest(after: LineID(sequence: 1)).entries.count == History.most)
    #expect(!history.rest(after: LineID(sequence: 1500)).isCut)
    #expect(Self.ids(history.rest(after: LineID(sequence: 2498))) == ["2499", "2500"])
  }

  @Test func anotherJournalStartsFromItsBeginning() {
    var history = History()
    history.replace(with: [Self.event(1), Self.event(2)])
    let rest = history.rest(after: LineID(sequence: 17))
    #expect(rest.isCut)
    #expect(Self.ids(rest) == ["1", "2"])
  }

  @Test func journalThatGrewPastThePhoneIsAnotherOne() throws {
    func event(_ number: Int, hour: Int) -> String {
      #"{"seq":\#(number),"event":"enter","time":"2026-06-03T0\#(hour):00:0\#(number).000Z"}"#
    }
    var old = History()
    old.replace(with: [event(1, hour: 1), event(2, hour: 1), Self.note(3)])
    // What the phone sends when it connects again.
    let places = try [1, 2].map { try #require(LineID(old.rest(after: nil).entries[$0].id.text)) }
    var new = History()
    new.replace(with: (1...5).map { event($0, hour: 2) })
    for place in places {
      let rest = new.rest(after: place)
      #expect(rest.isCut, "\(place)")
      #expect(rest.entries.map(\.id.sequence) == [1, 2, 3, 4, 5], "\(place)")
    }
    // In the same journal nothing is cut, also when only events have followed.
    for number in 3...5 { _ = old.add(event(number, hour: 1)) }
    for place in places {
      let rest = old.rest(after: place)
      #expect(!rest.isCut && rest.entries.last?.id.sequence == 5, "\(place)")
    }
    #expect(old.rest(after: places[1]).entries.map(\.id.sequence) == [3, 4, 5])
    // A program may continue behind a number alone.
    #expect(!new.rest(after: LineID("2")).isCut)
  }

  @Test func unreadJournalIsNotAnotherOne() {
    #expect(!History().rest(after: LineID(sequence: 17)).isCut)
  }

  @Test func malformedPlacesAreRefused() {
    for text in [
      "", "x", "1.", ".1", "-1", "1.2.3", "1e3", "99999999999999999", " 1", "1,2", "1-", "1-x",
      "1-2-3", "1.2-",
    ] {
      #expect(LineID(text) == nil, "\(text)")
    }
    #expect(LineID("17.2") == LineID(sequence: 17, note: 2))
    #expect(LineID("17.2-5") == LineID(sequence: 17, note: 2, milliseconds: 5))
  }

  @Test func messagesAreFramed() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(
      text(StreamFrame.message(.journal, id: LineID(sequence: 17), "{}"))
        == "event: journal\nid: 17\ndata: {}\n\n")
    #expect(
      text(StreamFrame.message(.fix, "a\nid: 99\r\nb\rc"))
        == "event: fix\ndata: a\ndata: id: 99\ndata: b\ndata: c\n\n")
  }

  @Test func unreadStreamIsCutOff() {
    let stream = WebStream(device: nil)
    let message = [UInt8](repeating: 0x20, count: 1 << 16)
    for _ in 0..<4 { stream.send(message) }
    #expect(!stream.hasEnded)
    #expect(stream.count == 1 << 18)
    stream.send([0x20])
    #expect(stream.hasEnded)
    #expect(stream.count == 0)
  }
}
