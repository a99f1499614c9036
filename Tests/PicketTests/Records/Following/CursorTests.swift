import Geofence
@testable import Records
import Testing

struct CursorTests {
  private static let cursor = Cursor(
    journal: "00f1", sequence: 17, time: Timestamp(rfc3339: "2026-06-03T09:14:31.000Z"),
    check: "9f02ab1c")

  @Test(arguments: [cursor, .start])
  func lineReadsBackUnchanged(cursor: Cursor) throws {
    #expect(try Cursor(line: cursor.line) == cursor)
  }

  @Test func lineWithAnyFlippedBitIsRefused() {
    let line = Self.cursor.line
    for bit in 0..<8 * line.count {
      var damaged = line
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: Cursor.Fault.self, "bit \(bit)") { try Cursor(line: damaged) }
    }
  }

  @Test func truncatedLineIsRefused() {
    let line = Self.cursor.line
    for length in 0..<line.count {
      #expect(throws: Cursor.Fault.self, "\(length)") { try Cursor(line: Array(line[..<length])) }
    }
  }

  @Test func newerLineIsNamed() {
    let line = JournalLine(#"{"cursor":2,"seq":1}"#, at: JournalLine.Place()).bytes
    #expect(throws: Cursor.Fault.newer(2)) { try Cursor(line: line) }
  }

  // MARK: The file

  @Test func fileKeepsTheCursor() throws {
    let folder = try TemporaryFolder()
    let file = try CursorFile("\(folder.path)/cursor")
    #expect(try file.read() == nil)
    try file.write(Self.cursor)
    #expect(try file.read() == Self.cursor)
  }

  @Test(arguments: ["", "{}", "17\n"])
  func damagedFileGivesOneClearLine(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "cursor")
    let file = try CursorFile(path)
    let problem = thrown((any Error).self) { try file.read() }
    #expect(
      problem.map { "\($0)" } == """
        \(path): this is not a cursor, or is damaged; remove the file to start again \
        at --from
        """)
  }

  @Test func secondHolderIsRefused() throws {
    let folder = try TemporaryFolder()
    let first = try CursorFile("\(folder.path)/cursor")
    #expect(throws: CursorFile.Held.self) { try CursorFile(first.path) }
  }
}
