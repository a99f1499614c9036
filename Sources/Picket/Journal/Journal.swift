import Glibc
internal import Notation
internal import Outputs
internal import RegionFiles
package import System

/// The record of what happened, each line on the disk before the next is begun.
///
/// Files are only ever added to; when one is full the next is begun, and the
/// oldest is removed when there are more than fit the journal's size. A write
/// that failed is cut off before the next attempt.
package struct Journal {
  private let folder: JournalFolder
  private let limit: Int
  private var number = 0
  private var file: OpenFile?
  private var end = JournalLine.Place()
  private var isNew = true
  private var next: Int

  /// How many files a journal has at most.
  package static let count = 4

  /// Goes on with the journal of a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - size: How many bytes all of its files may have together.
  ///   - next: The number of the next event.
  package init(directory: String, size: Int, next: Int) {
    folder = JournalFolder(path: directory)
    limit = size / Self.count
    self.next = next
  }

  /// Adds a line and waits until it is on the disk.
  ///
  /// - Parameters:
  ///   - text: A JSON object on one line.
  ///   - sequence: The number of the event, if it is one.
  /// - Throws: `SystemError`; the line is then not in the journal, and may be added again.
  package mutating func add(_ text: String, sequence: Int? = nil) throws(SystemError) {
    do throws(SystemError) {
      try open()
      let line = JournalLine(text, at: end)
      if end.offset + line.bytes.count > limit, !isNew { try begin(number + 1) }
      try put(text)
      isNew = false
    } catch {
      file = nil
      throw error
    }
    if let sequence { next = sequence + 1 }
  }

  /// Opens the newest file, or begins the first, and cuts off what is not a whole line.
  ///
  /// A file with other damage, and what is not a file, stays as it is: the next is begun.
  private mutating func open() throws(SystemError) {
    guard file == nil else { return }
    try Directory.make(folder.path)
    try Directory.syncName(of: folder.path)
    guard let newest = try folder.entries().last else { return try begin(1) }
    guard newest.aside == nil, let file = try opened(newest) else {
      return try begin(newest.number + 1)
    }
    var bytes = try file.contents(limit: JournalFile.longest)
    // What failed to be written here may look whole and yet not be on the disk.
    if newest.number == number, bytes.count > end.offset,
      JournalFile(Array(bytes[..<end.offset])).end == end
    {
      bytes = Array(bytes[..<end.offset])
    }
    let content = JournalFile(bytes)
    guard content.torn == 0 || content.isTorn else {
      return try begin(newest.number + 1)
    }
    guard content.header != nil else { return try begin(newest.number) }
    try file.truncate(to: content.end.offset)
    try file.sync()
    (self.file, number, end) = (file, newest.number, content.end)
    isNew = content.lines.isEmpty
  }

  /// Opens a file; `nil` when something else is in its place, or it must not be opened.
  private func opened(_ entry: JournalFolder.Entry) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      return try OpenFile(file: folder.file(entry), O_RDWR)
    } catch {
      // The last is a link to nowhere.
      let never = [OpenFile.notAFile, EISDIR, ENXIO, EACCES, EPERM, ELOOP, ENOENT]
      guard never.contains(error.code) else { throw error }
      return nil
    }
  }

  /// Begins a file, in place of what is there under its number.
  private mutating func begin(_ number: Int) throws(SystemError) {
    file = nil
    let file = try OpenFile(folder.file(number), O_RDWR | O_CREAT | O_TRUNC)
    (self.file, self.number, end, isNew) = (file, number, JournalLine.Place(), true)
    try put(JournalFile.header(file: number, next: next))
    try Directory.sync(folder.path)
    for old in try folder.numbers() where old <= number - Self.count {
      unlink(folder.file(old))
    }
  }

  private mutating func put(_ text: String) throws(SystemError) {
    let line = JournalLine(text, at: end)
    try file?.write(line.bytes, at: end.offset)
    try file?.sync()
    try file?.checkNotRemoved()
    end.offset += line.bytes.count
    if end.key.isEmpty { end.key = line.check }
  }
}
