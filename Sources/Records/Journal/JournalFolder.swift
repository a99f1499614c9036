package import Base
import Glibc

/// The folder of the journal's files: `journal.1.jsonl`, `journal.2.jsonl` and so on.
struct JournalFolder: Hashable, Sendable {
  /// One file of the journal.
  struct Entry: Hashable, Sendable, Comparable {
    /// Its number.
    let number: Int

    /// The number under which a damaged file was set aside; `nil` for a file that was not.
    let aside: Int?

    static func < (one: Self, other: Self) -> Bool {
      (one.number, one.aside ?? .max) < (other.number, other.aside ?? .max)
    }
  }

  /// The path of the folder.
  let path: String

  /// The files in the folder, the oldest first.
  func entries() throws(SystemError) -> [Entry] {
    try Directory.names(in: path).compactMap(Self.entry(named:)).sorted()
  }

  /// The numbers of the files that were not set aside, the oldest first.
  func numbers() throws(SystemError) -> [Int] {
    try entries().filter { $0.aside == nil }.map(\.number)
  }

  /// The identity of the journal, from its newest readable header.
  func identity() throws(SystemError) -> String? {
    for entry in try entries().reversed() {
      if let identity = (try? read(entry))?.identity { return identity }
    }
    return nil
  }

  /// The path of the file with a number.
  func file(_ number: Int) -> String { "\(path)/journal.\(number).jsonl" }

  /// The path of one file, also of one that was set aside.
  func file(_ entry: Entry) -> String {
    file(entry.number) + (entry.aside.map { ".\(SetAside.word)-\($0)" } ?? "")
  }

  /// The content of one file, as far as it can be read.
  func read(_ entry: Entry) throws(SystemError) -> JournalFile {
    try JournalFile(of: open(entry))
  }

  /// Reads one file by pieces, and hands out its readable lines.
  func read(
    _ entry: Entry, each: (JournalFile.Line) -> Void
  ) throws(SystemError) -> JournalFile {
    try JournalFile(of: open(entry), each: each)
  }

  /// Opens one file for reading.
  func open(_ entry: Entry) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(file: file(entry), O_RDONLY)
    } catch {
      // A second attempt may succeed on a card on which the first failed.
      guard error.code == EIO else { throw error }
      return try OpenFile(file: file(entry), O_RDONLY)
    }
  }

  private static func entry(named name: String) -> Entry? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard 3...4 ~= parts.count, parts[0] == "journal", parts[2] == "jsonl",
      let number = count(parts[1])
    else { return nil }
    guard parts.count == 4 else { return Entry(number: number, aside: nil) }
    let words = parts[3].split(separator: "-", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == SetAside.word, let aside = count(words[1]) else {
      return nil
    }
    return Entry(number: number, aside: aside)
  }

  private static func count(_ text: Substring) -> Int? {
    guard let number = Int(text), number > 0, String(number) == text else { return nil }
    return number
  }
}

/// The last lines of a journal.
package enum JournalTail {
  /// The last lines of the journal in a folder, without their checksums, the oldest first.
  ///
  /// Only as many of the newest files are read as needed. If there are older lines, the first
  /// line is an event where possible: the number of an event identifies the notes after it.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package static func lines(directory: String, most: Int) throws(SystemError) -> [String] {
    let folder = JournalFolder(path: directory)
    var lines: [String] = []
    for entry in try folder.entries().reversed() {
      // The oldest file may be removed meanwhile. The controller reports files that are unreadable.
      guard let file = try? folder.read(entry) else { continue }
      lines = file.lines.filter { $0.isChecked }.map(\.text) + lines
      guard lines.count <= most else { break }
    }
    guard lines.count > most else { return lines }
    let last = Array(lines.suffix(most))
    let first = last.firstIndex { line in (try? JSON.parse(line))?.object?["seq"] != nil } ?? 0
    return Array(last[first...])
  }
}
