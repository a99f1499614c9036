import Glibc

/// The folder in which the files of the journal lie: `journal.1.jsonl`, `journal.2.jsonl` and on.
struct JournalFolder: Hashable, Sendable {
  /// The path of the folder.
  let path: String

  /// The numbers of the files that are there, the oldest first.
  func numbers() throws(SystemError) -> [Int] {
    guard let folder = opendir(path) else { throw SystemError("opendir \(path)") }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "journal", parts[2] == "jsonl",
        let number = Int(parts[1]), number > 0, String(number) == parts[1]
      else { continue }
      numbers.append(number)
    }
    return numbers.sorted()
  }

  /// The path of one file.
  func file(_ number: Int) -> String { "\(path)/journal.\(number).jsonl" }

  /// What is in one file.
  func read(_ number: Int) throws(SystemError) -> JournalFile {
    let file = try OpenFile(file(number), O_RDONLY)
    return JournalFile(try file.contents(limit: JournalFile.longest))
  }
}
