import Base
import Glibc
@testable import Records
import Testing

/// Reading a file of the journal by pieces gives what reading it whole gives.
struct JournalPiecesTests {
  private let folder: TemporaryFolder
  private let file: OpenFile
  private var path: String { "\(folder.path)/journal.1.jsonl" }

  init() throws {
    folder = try TemporaryFolder()
    var journal = Journal(directory: folder.path, size: 400_000, next: 1)
    for number in 1...4 {
      try journal.add(JournalTests.event(number), sequence: number)
      if number.isMultiple(of: 2) { try journal.add(#"{"event":"mark","text":"here"}"#) }
    }
    file = try OpenFile("\(folder.path)/journal.1.jsonl", O_RDWR)
  }

  private func content() throws -> [UInt8] { try file.contents(limit: 100_000) }

  /// Expects the same lines and the same findings, however small the pieces are.
  private func check(_ bytes: [UInt8], pieces: [Int] = [7, 64], _ what: String) throws {
    try file.truncate(to: 0)
    try file.write(bytes, at: 0)
    let whole = JournalFile(bytes)
    for piece in pieces {
      var lines: [JournalFile.Line] = []
      var read = try JournalFile(of: file, piece: piece) { lines.append($0) }
      #expect(read.lines.isEmpty, "\(what), pieces of \(piece)")
      read.lines = lines
      #expect(read == whole, "\(what), pieces of \(piece)")
      #expect(read.isTorn == whole.isTorn, "\(what), pieces of \(piece)")
    }
  }

  @Test func soundFileIsReadAlike() throws {
    let whole = try content()
    try check(whole, pieces: Array(1...300) + [whole.count, whole.count + 1], "sound")
    #expect(JournalFile(whole).lines.count == 6)
    #expect(JournalFile(whole).count == 6)
  }

  @Test func everyCutIsReadAlike() throws {
    let whole = try content()
    for length in 0...whole.count { try check(Array(whole[..<length]), "cut at \(length)") }
  }

  @Test func everyChangedByteIsReadAlike() throws {
    let whole = try content()
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      try check(bytes, pieces: [64], "byte \(index)")
    }
  }

  @Test func missingAndRepeatedLinesAreReadAlike() throws {
    let lines = try content().split(separator: 0x0a).map { $0 + [0x0a] }
    for index in lines.indices {
      var left = lines
      left.remove(at: index)
      try check(left.flatMap { $0 }, "without line \(index)")
      try check((lines + [lines[index]]).flatMap { $0 }, "line \(index) again at the end")
      left.insert(lines[index], at: 0)
      try check(left.flatMap { $0 }, "line \(index) first")
    }
  }

  @Test func zerosAndNoiseAreReadAlike() throws {
    let whole = try content()
    var random = SeededGenerator(seed: 35)
    for length in [1, 90, 5000] {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      for bytes in [[UInt8](repeating: 0, count: length), noise] {
        try check(whole + bytes, "\(length) bytes at the end")
        try check(bytes + whole, "\(length) bytes at the beginning")
        let middle = whole.count / 2
        let parts = [Array(whole[..<middle]), bytes, Array(whole[middle...])]
        try check(Array(parts.joined()), "\(length) bytes in the middle")
      }
    }
  }

  @Test func unchangedFileIsNotReadAgain() throws {
    var reader = JournalReader(directory: folder.path)
    let count = try reader.next().count
    #expect(count == 6)
    // Damage that leaves size and time as they were is only found by reading.
    let before = try file.status()
    try file.write([0x20], at: 100)
    var times = [before.st_atim, before.st_mtim]
    #expect(futimens(file.descriptor, &times) == 0)
    let again = try reader.next()
    #expect(again.isEmpty)
    #expect(reader.popNotices().isEmpty)
    times[1].tv_sec += 1
    #expect(futimens(file.descriptor, &times) == 0)
    _ = try reader.next()
    #expect(reader.popNotices().count == 1)
  }
}
