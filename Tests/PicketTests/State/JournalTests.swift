import Geofence
import Glibc
import Testing

@testable import Picket

struct JournalTests {
  @Test func whatIsAddedIsFoundAgainInItsOrder() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    try journal.add(#"{"event":"mark","text":"here"}"#)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == [1, 2, 3])
    #expect(found.next == 4)
    #expect(found.notices.isEmpty)
    var reader = JournalReader(directory: folder.path)
    let lines = try reader.next().map(\.json)
    #expect(lines == (1...3).map(Self.event) + [#"{"event":"mark","text":"here"}"#])
    let more = try reader.next()
    #expect(more.isEmpty)
  }

  @Test func aJournalThatIsNotThereIsEmpty() throws {
    let folder = try TemporaryFolder()
    let found = try Journal.recover(directory: "\(folder.path)/none")
    #expect(found.events.isEmpty)
    #expect(found.next == 1)
  }

  @Test func itIsForItsUserAndGroupOnly() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    try journal.add("{}")
    var status = stat()
    #expect(stat("\(folder.path)/journal.1.jsonl", &status) == 0)
    #expect(status.st_mode & 0o777 & ~0o640 == 0)
  }

  @Test func aFileCutAnywhereLosesItsLastLineOnly() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let ends = whole.indices.filter { whole[$0] == 0x0a }
    for length in 0...whole.count {
      let file = try OpenFile(path, O_RDWR | O_TRUNC)
      try file.write(Array(whole[..<length]), at: 0)
      let found = try Journal.recover(directory: folder.path)
      let lines = ends.count { $0 < length }
      #expect(found.events.count == max(0, lines - 1), "\(length)")
      #expect(found.notices.isEmpty == (length == 0 || whole[length - 1] == 0x0a), "\(length)")
      // It goes on from there as if nothing had been.
      var next = Journal(directory: folder.path, size: 400_000, next: found.next)
      try next.add(Self.event(found.next), sequence: found.next)
      let later = try Journal.recover(directory: folder.path)
      #expect(later.events.map(\.sequence) == Array(1...max(1, lines)), "\(length)")
      #expect(later.notices.isEmpty)
    }
  }

  @Test func aTailOfAnyBytesIsCutOff() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    for _ in 0..<200 {
      // What was on the disk before may come up again: older lines, zeroes, or anything.
      let tail: [UInt8] =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: Array(whole.suffix(Int.random(in: 1..<whole.count, using: &random)))
        case 1: Array(repeating: 0, count: 512)
        default: (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
      let file = try OpenFile(path, O_RDWR | O_TRUNC)
      try file.write(whole + tail, at: 0)
      let found = try Journal.recover(directory: folder.path)
      #expect(found.events.map(\.sequence) == [1, 2, 3])
      #expect(found.notices.count == 1)
      let mended = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
      #expect(mended.count == whole.count)
    }
  }

  @Test func aDamagedLineInTheMiddleCostsNoOther() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...5 { try journal.add(Self.event(number), sequence: number) }
    let path = "\(folder.path)/journal.1.jsonl"
    var bytes = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let ends = bytes.indices.filter { bytes[$0] == 0x0a }
    bytes[ends[1] + 9] ^= 1
    try OpenFile(path, O_RDWR).write(bytes, at: 0)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == [1, 3, 4, 5])
    #expect(found.notices == ["\(path): 1 lines cannot be read; left out"])
  }

  @Test func itsSizeIsBoundedAndNumbersGoOn() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 8000, next: 1)
    for number in 1...500 { try journal.add(Self.event(number), sequence: number) }
    let journals = JournalFolder(path: folder.path)
    let numbers = try journals.numbers()
    #expect(numbers.count == Journal.count)
    for number in numbers {
      let bytes = try OpenFile(journals.file(number), O_RDONLY).contents(limit: 100_000)
      #expect(bytes.count <= 2000)
    }
    let found = try Journal.recover(directory: folder.path)
    #expect(found.next == 501)
    #expect(found.events.map(\.sequence) == Array((501 - found.events.count)...500))
    #expect(found.events.count > 30)
  }

  @Test func numbersGoOnWhenAFileHasNothingButItsHeader() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 42)
    try journal.add(#"{"event":"start"}"#)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.next == 42)
  }

  @Test func aNewerJournalIsNotTouched() throws {
    let folder = try TemporaryFolder()
    let line = JournalLine(#"{"journal":2,"next":1}"#, at: JournalLine.Place())
    let path = "\(folder.path)/journal.1.jsonl"
    try OpenFile(path, O_RDWR | O_CREAT).write(line.bytes + [1, 2, 3], at: 0)
    #expect(throws: Journal.Newer.self) { try Journal.recover(directory: folder.path) }
    let bytes = try OpenFile(path, O_RDONLY).contents(limit: 1000)
    #expect(bytes == line.bytes + [1, 2, 3])
  }

  @Test func aFolderThatWentAndCameBackEmptyGetsANewJournal() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: "\(folder.path)/a/b", size: 400_000, next: 7)
    #expect(throws: SystemError.self) { try journal.add("{}") }
    #expect(mkdir("\(folder.path)/a", 0o700) == 0)
    try journal.add(Self.event(7), sequence: 7)
    let found = try Journal.recover(directory: "\(folder.path)/a/b")
    #expect(found.events.map(\.sequence) == [7])
  }

  static func event(_ number: Int) -> String {
    #"{"seq":\#(number),"event":"enter","region":"r","time":"2026-06-03T09:14:31.000Z"}"#
  }
}
