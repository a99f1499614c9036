package import Base
import Glibc

/// Reads a journal from its beginning, also while it grows.
package struct JournalReader {
  private let folder: JournalFolder
  private var place: JournalFolder.Entry?
  private var read = 0
  // The file when it was last read: an unchanged file is not read again.
  private var stamp: FileStamp?
  private var last = 0
  private var known: Set<String> = []

  /// Messages about lines that are unreadable or unchecked, since the last `popNotices`.
  private var notices: [String] = []

  /// Creates a reader of the journal in a folder.
  package init(directory: String) {
    folder = JournalFolder(path: directory)
  }

  /// Hands out the lines since the last call, without their checksums, the oldest first.
  ///
  /// A line whose checksum is wrong for its place has `"unchecked":true`. The journal is read by
  /// pieces, so that its size does not matter.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package mutating func next(each: (JournalRecord) -> Void) throws(SystemError) {
    for entry in try folder.entries() where place.map({ $0 <= entry }) ?? true {
      if entry != place { (read, stamp) = (0, nil) }
      place = entry
      let present = FileStamp(of: folder.file(entry))
      if stamp != nil, stamp == present { continue }
      stamp = nil
      do throws(SystemError) {
        try next(of: entry, each)
        stamp = present
      } catch {
        // The oldest file may be removed meanwhile; a link to nowhere is worth a message.
        var status = stat()
        if error.code != ENOENT || lstat(folder.file(entry), &status) == 0 {
          note("\(error.faultText); left out", of: entry)
        }
      }
    }
  }

  /// The lines since the last call, as `next(each:)` hands them out.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package mutating func next() throws(SystemError) -> [JournalRecord] {
    var records: [JournalRecord] = []
    try next { records.append($0) }
    return records
  }

  private mutating func next(
    of entry: JournalFolder.Entry, _ each: (JournalRecord) -> Void
  ) throws(SystemError) {
    let folder = folder
    var index = 0
    let content = try folder.read(entry) { line in
      index += 1
      guard index > read else { return }
      read = index
      if let record = record(line) { each(record) }
    }
    read = content.count
    for notice in content.notices(isGrowing: entry.aside == nil) { note(notice, of: entry) }
  }

  /// Returns the messages about the files since the last call, and forgets them.
  package mutating func popNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  private mutating func record(_ line: JournalFile.Line) -> JournalRecord? {
    guard let record = line.record else { return nil }
    let sequence = record.fields["seq"]?.integer
    // An old line that came back with a block of the disk.
    if !line.isChecked, let sequence, sequence <= last { return nil }
    last = max(last, sequence ?? 0)
    return record
  }

  private mutating func note(_ text: String, of entry: JournalFolder.Entry) {
    let notice = "\(folder.file(entry)): \(text)"
    if known.insert(notice).inserted { notices.append(notice) }
  }
}

extension JournalFile {
  /// Messages for a reader of the file.
  ///
  /// - Parameter isGrowing: Whether its end may be a line that is being written.
  package func notices(isGrowing: Bool) -> [String] {
    let isTorn = isGrowing && isTorn
    let end = "the last \(lost.counted("byte")) cannot be read; left out"
    return notices(withTail: !isTorn) + (lost > 0 && !isTorn ? [end] : [])
      + (failure.map { ["not all of it can be read: \($0.reason)"] } ?? [])
  }
}

extension JournalFile.Line {
  /// The line as a record, marked if it was not checked.
  package var record: JournalRecord? {
    guard !isChecked else { return JournalRecord(text) }
    // The object ends with a brace.
    guard let end = text.lastIndex(of: "}") else { return nil }
    return JournalRecord("\(text[..<end]),\"unchecked\":true}")
  }
}

/// The properties that stay the same while a file does not change.
struct FileStamp: Hashable, Sendable {
  let number: UInt
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Creates the stamp from the kernel's record of a file.
  init(_ status: stat) {
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Creates the stamp of the file with a path; `nil` when there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
