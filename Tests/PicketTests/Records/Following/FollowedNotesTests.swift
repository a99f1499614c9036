import Records
import Testing

/// Lines other than events from a follower: at least once, in their order among the events.
struct FollowedNotesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func event(_ number: Int) -> String {
    #"{"seq":\#(number),"event":"enter","region":"r","time":"2026-06-03T09:00:1\#(number).000Z"}"#
  }

  private static func note(_ kind: String, _ second: Int) -> String {
    #"{"event":"\#(kind)","time":"2026-06-03T09:00:0\#(second).000Z","uptime":\#(second),"text":"t"}"#
  }

  private func add(_ line: String, to journal: inout Journal) throws {
    let record = try #require(JournalRecord(line))
    try journal.add(line, sequence: record.fields["seq"]?.integer)
  }

  private func follower(from cursor: Cursor = .start) -> JournalFollower {
    JournalFollower(directory: folder.path, from: cursor, notes: [.blind, .sighted])
  }

  private static let lines = [
    note("start", 0), note("blind", 1), event(1), note("blind", 2), note("mark", 3),
    note("sighted", 4), event(2), note("blind", 5),
  ]

  private static let words = [
    "the note blind after event 0", "event 1 (enter r)", "the note blind after event 1",
    "the note sighted after event 1", "event 2 (enter r)", "the note blind after event 2",
  ]

  @Test func notesComeInTheirOrder() throws {
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for line in Self.lines { try add(line, to: &journal) }
    var all = follower()
    let first = try all.next().map(\.words)
    #expect(first == Self.words)
    try add(Self.note("sighted", 6), to: &journal)
    let second = try all.next().map(\.words)
    #expect(second == ["the note sighted after event 2"])
    let third = try all.next()
    #expect(third.isEmpty)
  }

  @Test func eachCursorGoesOnAfterItsLine() throws {
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for line in Self.lines { try add(line, to: &journal) }
    var all = follower()
    for (index, one) in try all.next().enumerated() {
      let cursor = try Cursor(line: one.cursor.line)
      var rest = follower(from: cursor)
      let words = try rest.next().map(\.words)
      #expect(words == Array(Self.words[(index + 1)...]), "after \(one.words)")
      var slow = follower(from: cursor)
      var single: [String] = []
      while let next = try slow.next(atMost: 1).first { single.append(next.words) }
      #expect(single == words)
    }
  }

  @Test func earlierNotesCanBeSkipped() throws {
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for line in Self.lines { try add(line, to: &journal) }
    var new = follower()
    try new.skip()
    let none = try new.next()
    #expect(none.isEmpty)
    try add(Self.note("sighted", 7), to: &journal)
    let later = try new.next().map(\.words)
    #expect(later == ["the note sighted after event 2"])
  }

  @Test func withoutKindsOnlyEventsCome() throws {
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for line in Self.lines { try add(line, to: &journal) }
    var events = JournalFollower(directory: folder.path, from: .start)
    let words = try events.next().map(\.words)
    #expect(words == ["event 1 (enter r)", "event 2 (enter r)"])
  }
}
