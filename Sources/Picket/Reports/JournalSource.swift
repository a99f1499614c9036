import Glibc

/// Where a journal is read from: its folder, or one file of it.
package enum JournalSource {
  /// The lines of a journal, the oldest first.
  ///
  /// A file may also be one that `--events` made, whose lines have no checksums.
  ///
  /// - Throws: `SystemError` when it cannot be read.
  package static func records(at path: String) throws(SystemError) -> [JournalRecord] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("open \(path)") }
    if status.st_mode & S_IFMT == S_IFDIR {
      var reader = JournalReader(directory: path)
      return try reader.next()
    }
    let bytes = try OpenFile(path, O_RDONLY).contents(limit: JournalFile.longest)
    let file = JournalFile(bytes)
    if file.version != nil { return file.lines.dropFirst().compactMap(JournalRecord.init) }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      JournalRecord(String(decoding: line, as: UTF8.self))
    }
  }
}
