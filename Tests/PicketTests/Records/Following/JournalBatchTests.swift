import Base
import Glibc
@testable import Records
import Testing

/// A follower that receives few events at a time, from a journal of several files.
struct JournalBatchTests {
  private let folder: TemporaryFolder
  private var journals: JournalFolder { JournalFolder(path: folder.path) }

  init() throws {
    folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 4000, next: 1)
    for number in 1...24 { try journal.add(JournalTests.event(number), sequence: number) }
  }

  private func numbers(atMost limit: Int) throws -> [Int] {
    var follower = JournalFollower(directory: folder.path, from: .start)
    var numbers: [Int] = []
    while true {
      let events = try follower.next(atMost: limit)
      #expect(follower.cursor.sequence == events.last?.sequence ?? numbers.last ?? 0)
      numbers += events.map(\.sequence)
      guard !events.isEmpty else { return numbers }
    }
  }

  @Test(arguments: 1...25)
  func batchesLoseAndRepeatNothing(_ limit: Int) throws {
    let count = try journals.entries().count
    #expect(count > 2)
    let numbers = try numbers(atMost: limit)
    #expect(numbers == Array(1...24))
  }

  @Test func damageChangesNoBatch() throws {
    for entry in try journals.entries() {
      let file = try OpenFile(journals.file(entry), O_RDWR)
      let whole = try file.contents(limit: 10_000)
      for index in stride(from: 0, to: whole.count, by: 11) {
        try file.write([whole[index] ^ 1], at: index)
        let all = try numbers(atMost: .max)
        let batches = try numbers(atMost: 3)
        #expect(batches == all, "byte \(index) of file \(entry.number)")
        // A changed newline costs two events.
        #expect(all.count >= 22, "byte \(index) of file \(entry.number)")
        try file.write([whole[index]], at: index)
      }
    }
  }
}
