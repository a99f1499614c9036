import Glibc
import Notation
@testable import System
import Testing

struct FilePiecesTests {
  // More than two pieces, with characters across their ends.
  private static let text = String(repeating: "aä€𝄞\n", count: 250_000)

  @Test func piecesAreTheText() throws {
    #expect(try Self.read(Array(Self.text.utf8)) == [Self.text])
  }

  @Test func markAtTheStartIsLeftOut() throws {
    #expect(try Self.read([0xEF, 0xBB, 0xBF, 0x61]) == ["a"])
    #expect(try Self.read([0xEF, 0xBB, 0xBF]) == [""])
    #expect(try Self.read([]) == [""])
  }

  @Test(arguments: [[0xFF], [0xF0, 0x9D, 0x84], [0x80, 0x80, 0x80, 0x80]] as [[UInt8]])
  func damagedTextHasItsPlace(_ bytes: [UInt8]) throws {
    let place = Problem.Place.text(line: 250_001, column: 1)
    do {
      _ = try Self.read(Array(Self.text.utf8) + bytes)
      Issue.record("nothing is wrong")
    } catch let problem as Problem {
      #expect(problem.wrong == "this is not UTF-8" && problem.place == place)
    }
  }

  @Test func damagedTextIsFoundAfterTheReaderStopped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    try OpenFile(path, O_WRONLY | O_CREAT).write(Array(Self.text.utf8) + [0xFF], at: 0)
    #expect(throws: Problem.self) {
      try TextFile.read(path: path, limit: 1 << 22, remedy: "", shorter: "") { _ in }
    }
  }

  @Test func changedFileIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    let file = try OpenFile(path, O_WRONLY | O_CREAT)
    try file.write(Array(Self.text.utf8), at: 0)
    var read: [String] = []
    try TextFile.read(path: path, limit: 1 << 22, remedy: "", shorter: "") { text in
      var text = text
      var bytes = text.next() ?? []
      if read.isEmpty { try? file.truncate(to: 6) }
      while let piece = text.next() { bytes += piece }
      read.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(read.count == 2 && read.last == "aä€")
  }

  @Test func longFileIsRefusedAtOnce() throws {
    #expect(throws: SystemError.self) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/long"
      try OpenFile(path, O_WRONLY | O_CREAT).write(Array(repeating: 97, count: 2049), at: 0)
      _ = try FilePieces(path: path, limit: 2048)
    }
  }

  /// The text of each reading of a file with these bytes.
  private static func read(_ bytes: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text"
    try OpenFile(path, O_WRONLY | O_CREAT).write(bytes, at: 0)
    var texts: [String] = []
    try TextFile.read(path: path, limit: 1 << 22, remedy: "", shorter: "") { text in
      var (text, bytes): (PiecedText, [UInt8]) = (text, [])
      while let piece = text.next() { bytes += piece }
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    return texts
  }
}
