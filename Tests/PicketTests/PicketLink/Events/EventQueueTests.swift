import Geofence
@testable import PicketLink
@testable import Records
import Testing

struct EventQueueTests {
  private static func events(_ numbers: ClosedRange<Int>) -> [FollowedEvent] {
    numbers.map { number in
      let json =
        #"{"seq":\#(number),"event":"enter","region":"r","time":"2026-06-03T09:14:31.000Z"}"#
      let event = JournalFile.Line(text: json, isChecked: true).event
      guard let event else { fatalError("not an event") }
      return FollowedEvent(event, json, cursor: Cursor(sequence: number))
    }
  }

  private let now = Instant(.seconds(100))

  private func queue(_ numbers: ClosedRange<Int>) -> EventQueue {
    var queue = EventQueue(from: .start)
    queue.add(Self.events(numbers))
    return queue
  }

  private func sent(_ queue: inout EventQueue, at now: Instant? = nil) -> [EventQueue.Sending] {
    var all: [EventQueue.Sending] = []
    while let next = queue.next(at: now ?? self.now) { all.append(next) }
    return all
  }

  private func numbers(_ sendings: [EventQueue.Sending]) -> [Int] {
    sendings.map(\.event.sequence)
  }

  @Test func nothingIsSentWithoutAConnection() {
    var queue = queue(1...3)
    let value1 = sent(&queue)
    #expect(value1.isEmpty)
  }

  @Test func firstEventIsSentAlone() {
    var queue = queue(1...30)
    queue.connect()
    let first = sent(&queue)
    #expect(numbers(first) == [1])
    let value2 = queue.end(first[0], .accepted(isHeard: true), at: now)
    #expect(value2 == nil)
    let value3 = sent(&queue)
    #expect(numbers(value3) == Array(2...21))
    #expect(queue.inFlight == EventQueue.mostInFlight)
  }

  @Test func cursorNeverPassesAnUnacceptedEvent() {
    var queue = queue(1...5)
    queue.connect()
    _ = queue.end(sent(&queue)[0], .accepted(isHeard: true), at: now)
    let more = sent(&queue)
    _ = queue.end(more[1], .accepted(isHeard: true), at: now)
    #expect(queue.cursor.sequence == 1)
    _ = queue.end(more[0], .accepted(isHeard: false), at: now)
    #expect(queue.cursor.sequence == 3)
    #expect(queue.count == 3)
    #expect(queue.unheard == 1)
  }

  @Test func refusedEventIsTriedAgainLater() throws {
    var queue = queue(1...3)
    queue.connect()
    let first = sent(&queue)[0]
    let value4 = queue.end(first, .refused("no"), at: now)
    #expect(
      value4 == .refused(first.event, reason: "no"))
    #expect(queue.cursor.sequence == 0)
    let value5 = sent(&queue)
    #expect(value5.isEmpty)
    let due = try #require(queue.deadline)
    #expect(due == now.advanced(by: .seconds(1)))
    let again = sent(&queue, at: due)
    #expect(numbers(again) == [1])
    // A repeated reason is not news, and the wait is longer.
    let value6 = queue.end(again[0], .refused("no"), at: due)
    #expect(value6 == nil)
    let later = try #require(queue.deadline)
    #expect(later == due.advanced(by: .seconds(2)))
    let last = sent(&queue, at: later)
    let value7 = queue.end(last[0], .accepted(isHeard: true), at: later)
    #expect(value7 == .accepts)
    #expect(queue.refusal == nil)
  }

  @Test func refusalSendsLaterEventsAgain() throws {
    var queue = queue(1...5)
    queue.connect()
    _ = queue.end(sent(&queue)[0], .accepted(isHeard: true), at: now)
    let more = sent(&queue)
    _ = queue.end(more[0], .refused("quota"), at: now)
    // The answers to the later events belong to an earlier attempt.
    for late in more.dropFirst() {
      let value8 = queue.end(late, .accepted(isHeard: true), at: now)
      #expect(value8 == nil)
    }
    #expect(queue.cursor.sequence == 1)
    let due = try #require(queue.deadline)
    let again = sent(&queue, at: due)
    #expect(numbers(again) == [2])
    _ = queue.end(again[0], .accepted(isHeard: true), at: due)
    let value9 = sent(&queue, at: due)
    #expect(numbers(value9) == [3, 4, 5])
  }

  @Test func lostConnectionSendsUnansweredEventsAgain() {
    var queue = queue(1...4)
    queue.connect()
    _ = queue.end(sent(&queue)[0], .accepted(isHeard: true), at: now)
    let lost = sent(&queue)
    queue.disconnect()
    for sending in lost { _ = queue.end(sending, .unknown, at: now) }
    let value10 = sent(&queue)
    #expect(value10.isEmpty)
    queue.connect()
    let value11 = sent(&queue)
    #expect(numbers(value11) == [2])
    #expect(queue.cursor.sequence == 1)
  }

  @Test func tooLargeEventIsSentWithoutItsNote() {
    var queue = queue(1...3)
    queue.connect()
    let first = sent(&queue)[0]
    let change = queue.end(first, .tooLarge, at: now)
    #expect(change == .shortened(first.event))
    let again = sent(&queue)
    #expect(numbers(again) == [1])
    #expect(again.map(\.isShort) == [true])
    #expect(queue.cursor.sequence == 0)
    let accepted = queue.end(again[0], .accepted(isHeard: true), at: now)
    #expect(accepted == nil)
    let rest = sent(&queue)
    #expect(rest.map(\.isShort) == [false, false])
  }

  @Test func eventThatStaysTooLargeIsSkipped() {
    var queue = queue(1...3)
    queue.connect()
    _ = queue.end(sent(&queue)[0], .tooLarge, at: now)
    let short = sent(&queue)[0]
    let change = queue.end(short, .tooLarge, at: now)
    #expect(change == .skipped(short.event))
    #expect(queue.cursor.sequence == 1)
    #expect(queue.count == 0)
    let next = sent(&queue)
    #expect(numbers(next) == [2])
  }

  @Test func noteIsLeftOutOfTheMessage() throws {
    let json =
      #"{"seq":1,"event":"enter","region":"r","note":"long","time":"2026-06-03T09:14:31.000Z"}"#
    let line = try #require(JournalFile.Line(text: json, isChecked: true).event)
    let event = FollowedEvent(line, json, cursor: Cursor(sequence: 1))
    let topics = Topics(prefix: "picket", board: "b")
    let text = String(
      decoding: event.message(of: "b", in: topics, isShort: true).payload, as: UTF8.self)
    #expect(!text.contains("long"))
    #expect(text.contains(#""noteLeftOut":true"#))
    #expect(text.contains(#""board":"b""#))
  }

  @Test func waitingEventsAreLimited() {
    #expect(queue(1...1250).room == 3750)
    #expect(queue(1...1251).room == 0)
  }
}
