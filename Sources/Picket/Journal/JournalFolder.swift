import Glibc
internal import Notation
internal import RegionFiles
internal import System

/// The folder in which the files of the journal lie: `journal.1.jsonl`, `journal.2.jsonl` and on.
struct JournalFolder: Hashable, Sendable {
  /// One file of the journal.
  struct Entry: Hashable, Sendable, Comparable {
    /// Its number.
    let number: Int

    /// The number under which it was set aside, since it is damaged; `nil` when it was not.
    let aside: Int?

    static func < (one: Self, other: Self) -> Bool {
      (one.number, one.aside ?? .max) < (other.number, other.aside ?? .max)
    }
  }

  /// The path of the folder.
  let path: String

  /// The files that are there, the oldest first.
  func entries() throws(SystemError) -> [Entry] {
    try Directory.names(in: path).compactMap(Self.entry(named:)).sorted()
  }

  /// The numbers of the files that were not set aside, the oldest first.
  func numbers() throws(SystemError) -> [Int] {
    try entries().filter { $0.aside == nil }.map(\.number)
  }

  /// The path of one file.
  func file(_ number: Int) -> String { "\(path)/journal.\(number).jsonl" }

  /// The path of one file.
  func file(_ entry: Entry) -> String {
    file(entry.number) + (entry.aside.map { ".\(SetAside.word)-\($0)" } ?? "")
  }

  /// What is in one file, as far as that can be read.
  func read(_ entry: Entry) throws(SystemError) -> JournalFile {
    do throws(SystemError) {
      return try JournalFile(of: OpenFile(file: file(entry), O_RDONLY))
    } catch {
      // What a card does not give at the first attempt it may at the second.
      guard error.code == EIO else { throw error }
      return try JournalFile(of: OpenFile(file: file(entry), O_RDONLY))
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
