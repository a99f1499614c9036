import Base
import Glibc
import Picket
@testable import Records
import Testing

struct JournalTests {
  @Test func eventsAreReadBackInOrder() throws {
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

  @Test func missingJournalIsEmpty() throws {
    let folder = try TemporaryFolder()
    let found = try Journal.recover(directory: "\(folder.path)/none")
    #expect(found.events.isEmpty)
    #expect(found.next == 1)
  }

  @Test func onlyUserAndGroupCanRead() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    try journal.add("{}")
    var status = stat()
    #expect(stat("\(folder.path)/journal.1.jsonl", &status) == 0)
    #expect(status.st_mode & 0o777 & ~0o640 == 0)
  }

  @Test func movedFileGetsNoFurtherLine() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    #expect(rename("\(folder.path)/journal.1.jsonl", "\(folder.path)/old") == 0)
    // That is reported, and the line is added again.
    let error = thrown(SystemError.self) { try journal.add(Self.event(4), sequence: 4) }
    #expect(error?.code == ENOENT)
    for number in 4...6 { try journal.add(Self.event(number), sequence: number) }
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == [4, 5, 6])
    #expect(found.next == 7)
    #expect(found.notices.isEmpty, "\(found.notices)")
  }

  @Test(arguments: [0, 40, 200])
  func truncatedFileKeepsAllNewLines(_ length: Int) throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    #expect(truncate("\(folder.path)/journal.1.jsonl", length) == 0)
    for number in 4...6 { try journal.add(Self.event(number), sequence: number) }
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence).suffix(3) == [4, 5, 6])
    #expect(found.notices.isEmpty, "\(found.notices)")
  }

  @Test func truncatedFileLosesOnlyItsLastLine() throws {
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
      // The journal continues after the last whole line.
      var next = Journal(directory: folder.path, size: 400_000, next: found.next)
      try next.add(Self.event(found.next), sequence: found.next)
      let later = try Journal.recover(directory: folder.path)
      #expect(later.events.map(\.sequence) == Array(1...max(1, lines)), "\(length)")
      #expect(later.notices.isEmpty)
    }
  }

  @Test func shortTailIsCutOff() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...3 { try journal.add(Self.event(number), sequence: number) }
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    for _ in 0..<200 {
      // Older content of the disk may appear: older lines, zeroes, or any bytes.
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

  @Test func onlyTheDamagedLineIsLost() throws {
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
    #expect(found.notices == ["\(path): 1 line cannot be read; left out"])
  }

  // MARK: Damage without a power cut

  @Test func damagedHeaderLosesNoEvent() throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let header = try #require(whole.firstIndex(of: 0x0a))
    for bit in 0..<8 * header {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      try Self.put(bytes, in: folder)
      try Self.checkFive(in: folder, "bit \(bit)")
    }
  }

  @Test func onlyTheMissingLineIsLost() throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let lines = whole.split(separator: 0x0a)
    for index in lines.indices.dropLast() {
      var left = lines
      left.remove(at: index)
      try Self.put(left.flatMap { $0 + [0x0a] }, in: folder)
      try Self.checkFive(in: folder, "line \(index)", without: index == 0 ? nil : index)
    }
  }

  @Test func fileSetAsideIsReadUnchecked() throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    var lines = whole.split(separator: 0x0a)
    lines.remove(at: 2)
    try Self.put(lines.flatMap { $0 + [0x0a] }, in: folder)
    let found = try Journal.recover(directory: folder.path)
    #expect(
      found.notices == [
        "\(path): 3 lines without a valid checksum; marked as unchecked",
        """
        \(path): damaged, and not by a power cut alone; set aside as \(path).unreadable-1, \
        continuing in a new file
        """,
      ])
    var reader = JournalReader(directory: folder.path)
    let shown = try reader.next().map(\.json)
    let marked = [3, 4, 5].map { String(Self.event($0).dropLast()) + #","unchecked":true}"# }
    #expect(shown == [Self.event(1)] + marked)
    let notices = reader.popNotices()
    #expect(
      notices == [
        "\(path).unreadable-1: 3 lines without a valid checksum; marked as unchecked"
      ])
    #expect(reader.popNotices().isEmpty)
  }

  @Test func numbersContinueAfterUnreadableLines() throws {
    var random = SeededGenerator(seed: 7)
    for tail in [
      [UInt8](repeating: 0, count: 8000),
      (0..<8000).map { _ in UInt8.random(in: 0...255, using: &random) },
    ] {
      let folder = try Self.folderOfFive()
      let path = "\(folder.path)/journal.1.jsonl"
      let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
      try Self.put(whole + tail, in: folder)
      let found = try Journal.recover(directory: folder.path)
      #expect(found.events.map(\.sequence) == [1, 2, 3, 4, 5])
      // An event has at least 89 bytes.
      #expect(found.next + found.unknown >= 6 + 8000 / 89)
      let kept = try OpenFile("\(path).unreadable-1", O_RDONLY).contents(limit: 100_000)
      #expect(kept == whole + tail)
      // Reported once: the header of the next file has the number.
      var state = SavedState()
      state.apply(found)
      let next = state.memory.nextSequence
      var journal = Journal(directory: folder.path, size: 400_000, next: next)
      try journal.add(Self.event(next), sequence: next)
      let later = try Journal.recover(directory: folder.path)
      #expect(later.next == next + 1)
      #expect(later.unknown == 0)
      #expect(later.notices.isEmpty)
    }
  }

  @Test(arguments: ["a folder", "a pipe", "a link to nowhere", "a link to itself"])
  func irregularFileIsSetAside(_ what: String) throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.2.jsonl"
    switch what {
    case "a folder": #expect(mkdir(path, 0o700) == 0)
    case "a pipe": #expect(mkfifo(path, 0o600) == 0)
    case "a link to nowhere": #expect(symlink("\(folder.path)/none", path) == 0)
    default: #expect(symlink(path, path) == 0)
    }
    var reader = JournalReader(directory: folder.path)
    let before = try reader.next()
    #expect(before.count == 5)
    #expect(reader.popNotices().count == 1)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.next == 6)
    #expect(found.unknown == 0)
    #expect(found.notices.count == 1)
    #expect(found.notices.first?.hasSuffix("set aside as \(path).unreadable-1") == true)
    var journal = Journal(directory: folder.path, size: 400_000, next: 6)
    try journal.add(Self.event(6), sequence: 6)
    let numbers = try JournalFolder(path: folder.path).numbers()
    #expect(numbers == [1, 3])
    let later = try Journal.recover(directory: folder.path)
    #expect(later.events.map(\.sequence) == [1, 2, 3, 4, 5, 6])
    #expect(later.notices.isEmpty)
  }

  @Test func fileDamagedDuringARunStaysUnchanged() throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.1.jsonl"
    let whole = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    var lines = whole.split(separator: 0x0a)
    lines.remove(at: 2)
    let damaged = lines.flatMap { $0 + [0x0a] }
    try Self.put(damaged, in: folder)
    // The journal was not recovered before.
    var journal = Journal(directory: folder.path, size: 400_000, next: 6)
    try journal.add(Self.event(6), sequence: 6)
    let kept = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    #expect(kept == damaged)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == [1, 3, 4, 5, 6])
  }

  @Test func changedNumberHidesNoOtherLine() throws {
    let folder = try Self.folderOfFive()
    let path = "\(folder.path)/journal.1.jsonl"
    var bytes = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let two = try #require(bytes.firstRange(of: Array("\"seq\":2".utf8)))
    bytes[two.upperBound - 1] = UInt8(ascii: "9")
    try Self.put(bytes, in: folder)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == [1, 3, 4, 5])
    #expect(found.next == 6)
  }

  /// A folder with a journal of five events.
  private static func folderOfFive() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...5 { try journal.add(event(number), sequence: number) }
    return folder
  }

  /// Makes these bytes the only file of a journal.
  private static func put(_ bytes: [UInt8], in folder: TemporaryFolder) throws {
    let journals = JournalFolder(path: folder.path)
    for entry in try journals.entries() { unlink(journals.file(entry)) }
    let file = try OpenFile(journals.file(1), O_RDWR | O_CREAT | O_TRUNC)
    try file.write(bytes, at: 0)
  }

  /// Expects all five events but one to be found and read, the file kept, and numbers to continue.
  private static func checkFive(
    in folder: TemporaryFolder, _ what: String, without missing: Int? = nil
  ) throws {
    let path = "\(folder.path)/journal.1.jsonl"
    let damaged = try OpenFile(path, O_RDONLY).contents(limit: 100_000)
    let wanted = (1...5).filter { $0 != missing }
    let found = try Journal.recover(directory: folder.path)
    #expect(found.events.map(\.sequence) == wanted, "\(what)")
    #expect(found.next == 6, "\(what)")
    #expect(found.unknown == 0, "\(what)")
    #expect(found.notices.count { $0.contains("set aside as ") } == 1, "\(what)")
    let kept = try OpenFile("\(path).unreadable-1", O_RDONLY).contents(limit: 100_000)
    #expect(kept == damaged, "\(what)")
    var journal = Journal(directory: folder.path, size: 400_000, next: 6)
    try journal.add(event(6), sequence: 6)
    let later = try Journal.recover(directory: folder.path)
    #expect(later.events.map(\.sequence) == wanted + [6], "\(what)")
    #expect(later.notices.isEmpty, "\(what)")
    var reader = JournalReader(directory: folder.path)
    let shown = try reader.next().compactMap { $0.fields["seq"]?.integer }
    #expect(shown == wanted + [6], "\(what)")
  }

  @Test func sizeIsBoundedAndNumbersContinue() throws {
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

  @Test func numbersContinueAfterAHeaderAlone() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 42)
    try journal.add(#"{"event":"start"}"#)
    let found = try Journal.recover(directory: folder.path)
    #expect(found.next == 42)
  }

  @Test func newerJournalStaysUnchanged() throws {
    let folder = try TemporaryFolder()
    let line = JournalLine(#"{"journal":2,"next":1}"#, at: JournalLine.Place())
    let path = "\(folder.path)/journal.1.jsonl"
    try OpenFile(path, O_RDWR | O_CREAT).write(line.bytes + [1, 2, 3], at: 0)
    #expect(throws: Journal.Newer.self) { try Journal.recover(directory: folder.path) }
    let bytes = try OpenFile(path, O_RDONLY).contents(limit: 1000)
    #expect(bytes == line.bytes + [1, 2, 3])
  }

  @Test func recreatedFolderGetsANewJournal() throws {
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
