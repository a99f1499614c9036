import Base
import Foundation
import Glibc
@testable import Records
import Testing

/// The events from a follower, whatever happens to the journal in the meantime.
struct JournalFollowerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An event; its note differs from the notes of another walk.
  private static func event(_ number: Int, _ note: String = "first", minute: Int = 0) -> String {
    let minutes = String(number / 60 + minute)
    let padded = String(repeating: "0", count: 2 - minutes.count) + minutes
    let seconds = String(number % 60)
    return #"{"seq":\#(number),"event":"enter","region":"r","note":"\#(note)","#
      + #""time":"2026-06-03T09:\#(padded):\#(seconds.count < 2 ? "0" : "")\#(seconds).000Z"}"#
  }

  private func journal(from next: Int = 1, size: Int = 400_000) -> Journal {
    Journal(directory: folder.path, size: size, next: next)
  }

  private func follower(from cursor: Cursor = .start) -> Holder {
    Holder(directory: folder.path, from: cursor)
  }

  /// A follower whose methods can be called within an expression.
  private final class Holder {
    private var follower: JournalFollower

    init(directory: String, from cursor: Cursor) {
      follower = JournalFollower(directory: directory, from: cursor)
    }

    func next(atMost limit: Int = .max) throws -> [FollowedEvent] {
      try follower.next(atMost: limit)
    }
    func skip() throws { try follower.skip() }
    func popNotices() -> [String] { follower.popNotices() }
    func popCorrection() -> Cursor? { follower.popCorrection() }
  }

  private func empty() throws {
    let journals = JournalFolder(path: folder.path)
    for entry in try journals.entries() {
      try FileManager.default.removeItem(atPath: journals.file(entry))
    }
  }

  // MARK: A growing journal

  @Test(arguments: [0, 40, 250])
  func truncatedFileCostsNoNewEvent(_ length: Int) throws {
    var journal = journal()
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    #expect(try follower.next().map(\.sequence) == [1, 2, 3])
    #expect(truncate("\(folder.path)/journal.1.jsonl", length) == 0)
    _ = try follower.next()
    for number in 4...6 { try journal.add(Self.event(number), sequence: number) }
    #expect(try follower.next().map(\.sequence) == [4, 5, 6])
  }

  @Test func limitKeepsTheRestForLater() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    #expect(try follower.next(atMost: 2).map(\.sequence) == [1, 2])
    #expect(try follower.next(atMost: 3).map(\.sequence) == [3, 4, 5])
    for number in 6...9 { try journal.add(Self.event(number), sequence: number) }
    #expect(try follower.next(atMost: 1).map(\.sequence) == [6])
    #expect(try follower.next(atMost: 1).map(\.sequence) == [7])
    #expect(try follower.next().map(\.sequence) == [8, 9])
    #expect(follower.popNotices().isEmpty)
  }

  @Test func eachEventIsHandedOutOnce() throws {
    var journal = journal()
    let follower = follower()
    #expect(try follower.next().isEmpty)
    for number in 1...3 {
      try journal.add(Self.event(number), sequence: number)
      try journal.add(#"{"event":"mark","text":"here"}"#)
      #expect(try follower.next().map(\.json) == [Self.event(number)])
      #expect(try follower.next().isEmpty)
    }
    #expect(follower.popNotices().isEmpty)
  }

  @Test func followingContinuesAfterTheCursor() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let first = follower()
    let second = try #require(try first.next().dropFirst().first)
    let again = follower(from: second.cursor)
    #expect(try again.next().map(\.sequence) == [3, 4, 5])
    #expect(again.popNotices().isEmpty)
  }

  @Test func earlierEventsCanBeSkipped() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    try follower.skip()
    #expect(try follower.next().isEmpty)
    try journal.add(Self.event(6), sequence: 6)
    #expect(try follower.next().map(\.sequence) == [6])
  }

  @Test func halfALineWaitsForTheRest() throws {
    var journal = journal()
    try journal.add(Self.event(1), sequence: 1)
    let path = "\(folder.path)/journal.1.jsonl"
    let before = try OpenFile(path, O_RDONLY).contents(limit: 10_000)
    try journal.add(Self.event(2), sequence: 2)
    let after = try OpenFile(path, O_RDONLY).contents(limit: 10_000)
    let file = try OpenFile(path, O_RDWR)
    let follower = follower()
    for length in before.count..<after.count {
      try file.truncate(to: length)
      try file.write(Array(after[before.count..<length]), at: before.count)
      let count = try follower.next().count
      #expect(count == (length == before.count ? 1 : 0), "\(length)")
    }
    try file.write(after, at: 0)
    #expect(try follower.next().map(\.sequence) == [2])
    #expect(follower.popNotices().isEmpty)
  }

  @Test func rotationLosesAndRepeatsNothing() throws {
    var journal = journal(size: 8000)
    let follower = follower()
    var seen: [Int] = []
    for number in 1...300 {
      try journal.add(Self.event(number), sequence: number)
      if number.isMultiple(of: 3) { seen += try follower.next().map(\.sequence) }
    }
    #expect(seen == Array(1...300))
    #expect(follower.popNotices().isEmpty)
  }

  @Test func removedEventsAreNamed() throws {
    var journal = journal(size: 8000)
    try journal.add(Self.event(1), sequence: 1)
    let before = follower()
    let cursor = try #require(try before.next().last?.cursor)
    for number in 2...300 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower(from: cursor)
    let seen = try follower.next().map(\.sequence)
    let first = try #require(seen.first)
    #expect(seen == Array(first...300))
    #expect(
      follower.popNotices() == [
        "\(folder.path): no event from 2 to \(first - 1) is in the journal any more; "
          + "continuing with event \(first)"
      ])
  }

  // MARK: Another journal

  @Test func newJournalIsFollowedFromItsStart() throws {
    var first = journal()
    for number in 1...5 { try first.add(Self.event(number), sequence: number) }
    let follower = follower()
    let cursor = try #require(try follower.next().last?.cursor)
    try empty()
    #expect(try follower.next().isEmpty)
    // The same events, byte for byte, as a bench gives them.
    var second = journal()
    for number in 1...3 { try second.add(Self.event(number), sequence: number) }
    #expect(try follower.next().map(\.sequence) == [1, 2, 3])
    #expect(follower.popNotices().count == 1)
    #expect(follower.popCorrection()?.sequence == 0)
    // Also in a new process, and with more events than before.
    for number in 4...8 { try second.add(Self.event(number), sequence: number) }
    let later = self.follower(from: cursor)
    #expect(try later.next().map(\.sequence) == Array(1...8))
  }

  @Test func journalReplacedInPlaceIsNoticed() throws {
    var first = journal()
    try first.add(Self.event(1), sequence: 1)
    let follower = follower()
    #expect(try follower.next().count == 1)
    let other = try TemporaryFolder()
    var second = Journal(directory: other.path, size: 400_000, next: 1)
    for number in 1...2 { try second.add(Self.event(number, "second"), sequence: number) }
    // The same file on the disk, with other content.
    let bytes = try OpenFile("\(other.path)/journal.1.jsonl", O_RDONLY).contents(limit: 10_000)
    let file = try OpenFile("\(folder.path)/journal.1.jsonl", O_RDWR)
    try file.truncate(to: 0)
    try file.write(bytes, at: 0)
    #expect(try follower.next().map(\.json) == (1...2).map { Self.event($0, "second") })
  }

  @Test func olderCopyGivesItsNewEvents() throws {
    var journal = journal()
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let copy = try folder.copy()
    for number in 4...6 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    let cursor = try #require(try follower.next().last?.cursor)
    // While it is not followed, the copy grows to the same number and beyond.
    var older = Journal(directory: copy.path, size: 400_000, next: 4)
    for number in 4...7 {
      try older.add(Self.event(number, "second", minute: 5), sequence: number)
      let later = Holder(directory: copy.path, from: cursor)
      #expect(try later.next().map(\.sequence) == Array(4...number))
      #expect(later.popNotices().count == 1)
    }
  }

  @Test func olderCopyWithoutNewEventsRepeatsNothing() throws {
    var journal = journal()
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let copy = try folder.copy()
    try journal.add(Self.event(4), sequence: 4)
    let follower = follower()
    let cursor = try #require(try follower.next().last?.cursor)
    let later = Holder(directory: copy.path, from: cursor)
    #expect(try later.next().isEmpty)
    let correction = try #require(later.popCorrection())
    #expect(correction.sequence == 3)
    var older = Journal(directory: copy.path, size: 400_000, next: 4)
    try older.add(Self.event(4), sequence: 4)
    #expect(try later.next().map(\.sequence) == [4])
  }

  // MARK: Damage

  @Test func onlyTheDamagedLineIsLost() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let path = "\(folder.path)/journal.1.jsonl"
    var bytes = try OpenFile(path, O_RDONLY).contents(limit: 10_000)
    let ends = bytes.indices.filter { bytes[$0] == 0x0a }
    bytes[ends[1] + 9] ^= 1
    try OpenFile(path, O_RDWR).write(bytes, at: 0)
    let follower = follower()
    #expect(try follower.next().map(\.sequence) == [1, 3, 4, 5])
    #expect(follower.popNotices() == ["\(path): 1 line cannot be read; left out"])
    // The file continues to grow.
    try journal.add(Self.event(6), sequence: 6)
    #expect(try follower.next().map(\.sequence) == [6])
  }

  @Test func fileSetAsideRepeatsNothing() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    let cursor = try #require(try follower.next().dropLast().last?.cursor)
    let path = "\(folder.path)/journal.1.jsonl"
    let bytes = try OpenFile(path, O_RDONLY).contents(limit: 10_000)
    // Its header is lost, and with it the identity of the journal.
    let damaged = [UInt8](repeating: 0x20, count: 30) + bytes.dropFirst(30)
    try OpenFile(path, O_RDWR).write(damaged, at: 0)
    let found = try Journal.recover(directory: folder.path)
    var next = self.journal(from: found.next + found.unknown)
    let number = found.next + found.unknown
    try next.add(Self.event(number, minute: 5), sequence: number)
    #expect(try follower.next().map(\.sequence) == [number])
    let later = self.follower(from: cursor)
    #expect(try later.next().map(\.sequence) == [5, number])
  }

  @Test func eventsAfterALostEndRepeatNothing() throws {
    var journal = journal()
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let follower = follower()
    let cursor = try #require(try follower.next().last?.cursor)
    let path = "\(folder.path)/journal.1.jsonl"
    let bytes = try OpenFile(path, O_RDONLY).contents(limit: 10_000)
    let ends = bytes.indices.filter { bytes[$0] == 0x0a }
    try OpenFile(path, O_RDWR).truncate(to: ends[3] + 1)
    let later = self.follower(from: cursor)
    #expect(try later.next().isEmpty)
    // The state file has the numbers.
    var next = self.journal(from: 6)
    try next.add(Self.event(6), sequence: 6)
    #expect(try later.next().map(\.sequence) == [6])
    #expect(try follower.next().map(\.sequence) == [6])
  }

  // MARK: Identity

  @Test func journalFilesShareOneIdentity() throws {
    var journal = journal(size: 8000)
    for number in 1...30 { try journal.add(Self.event(number), sequence: number) }
    // Another process continues the journal.
    var next = self.journal(from: 31, size: 8000)
    for number in 31...60 { try next.add(Self.event(number), sequence: number) }
    let journals = JournalFolder(path: folder.path)
    let identities = try journals.entries().map { try journals.read($0).identity }
    #expect(identities.count > 1)
    #expect(Set(identities).count == 1)
    #expect(identities.first??.count == 16)
  }

  @Test func journalWithoutAnIdentityIsFollowed() throws {
    let header = JournalLine(#"{"journal":1,"file":1,"next":1}"#, at: JournalLine.Place())
    var bytes = header.bytes
    for number in 1...3 {
      let place = JournalLine.Place(key: header.check, offset: bytes.count)
      bytes += JournalLine(Self.event(number), at: place).bytes
    }
    let file = try OpenFile("\(folder.path)/journal.1.jsonl", O_RDWR | O_CREAT)
    try file.write(bytes, at: 0)
    let follower = follower()
    let cursor = try #require(try follower.next().last?.cursor)
    #expect(cursor.sequence == 3)
    var journal = journal(from: 4, size: 1600)
    for number in 4...6 { try journal.add(Self.event(number), sequence: number) }
    let later = self.follower(from: cursor)
    #expect(try later.next().map(\.sequence) == [4, 5, 6])
    #expect(try follower.next().map(\.sequence) == [4, 5, 6])
  }
}
