import Glibc

/// Reads a journal from its beginning on, also while it grows.
package struct JournalReader {
  private let folder: JournalFolder
  private var number = 0
  private var read = 0

  /// Creates a reader of the journal in a folder.
  package init(directory: String) {
    folder = JournalFolder(path: directory)
  }

  /// The lines that came since the last call, without their checksums, the oldest first.
  ///
  /// - Throws: `SystemError` when they may not be read.
  package mutating func next() throws(SystemError) -> [JournalRecord] {
    var records: [JournalRecord] = []
    for number in try folder.numbers() where number >= self.number {
      if number != self.number { read = 0 }
      self.number = number
      let content: JournalFile
      do throws(SystemError) {
        content = try folder.read(number)
      } catch {
        // The oldest file may be removed meanwhile.
        if error.code == ENOENT { continue }
        throw error
      }
      records += content.lines.dropFirst(max(1, read)).compactMap(JournalRecord.init)
      read = content.lines.count
    }
    return records
  }
}
