import Records
import Testing

/// The last lines of a journal.
struct JournalTailTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ count: Int, size: Int) throws -> [String] {
    var journal = Journal(directory: folder.path, size: size, next: 1)
    return try (1...count).map { number in
      let isEvent = number.isMultiple(of: 5)
      let line = isEvent ? #"{"seq":\#(number / 5),"event":"enter"}"# : #"{"event":"mark"}"#
      try journal.add(line, sequence: isEvent ? number / 5 : nil)
      return line
    }
  }

  @Test func shortJournalIsReadWhole() throws {
    let lines = try write(12, size: 400_000)
    #expect(try JournalTail.lines(directory: folder.path, most: 100) == lines)
  }

  @Test func longJournalBeginsWithAnEvent() throws {
    let lines = try write(1000, size: 400_000)
    #expect(try JournalTail.lines(directory: folder.path, most: 8) == Array(lines.suffix(6)))
    #expect(try JournalTail.lines(directory: folder.path, most: 2) == Array(lines.suffix(1)))
  }

  @Test func olderFilesAreReadIfNeeded() throws {
    let lines = try write(4000, size: 100_000)
    #expect(try JournalTail.lines(directory: folder.path, most: 1500) == Array(lines.suffix(1496)))
  }

  @Test func missingJournalHasNoLines() throws {
    #expect(try JournalTail.lines(directory: folder.path, most: 10).isEmpty)
  }
}
