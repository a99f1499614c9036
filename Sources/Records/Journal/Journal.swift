package import Base
import Glibc

/// The record of events and notes; each line is on the disk before the next is begun.
///
/// Lines are only added. When a file is full the next is begun, and the oldest is removed when
/// there are more than `count` files. A failed write is cut off before the next attempt.
package struct Journal {
  private let folder: JournalFolder
  private let limit: Int
  private var number = 0
  private var file: OpenFile?
  private var end = JournalLine.Place()
  private var isNew = true
  private var next: Int
  private var identity: String?

  /// The most files of a journal.
  package static let count = 4

  /// Continues the journal of a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - size: The most bytes of all its files together.
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
  ///   - sequence: The number of the event, if the line is an event.
  /// - Throws: `SystemError`; the line is then not in the journal, and may be added again.
  package mutating func add(_ text: String, sequence: Int? = nil) throws(SystemError) {
    do throws(SystemError) {
      try checkPlace()
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

  /// Opens the newest file, or begins the first, and cuts off a torn line.
  ///
  /// When the newest file has other damage or is not a file, it stays, and the next file is begun.
  private mutating func open() throws(SystemError) {
    guard file == nil else { return }
    try Directory.make(folder.path)
    try Directory.syncName(of: folder.path)
    guard let newest = try folder.entries().last else { return try begin(1) }
    guard newest.aside == nil, let file = try opened(newest) else {
      return try begin(newest.number + 1)
    }
    var bytes = try file.contents(limit: JournalFile.longest)
    // A line whose write failed may look whole here and yet not be on the disk.
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

  /// Opens a file; `nil` when it is not a file, or it must not be opened.
  private func opened(_ entry: JournalFolder.Entry) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      return try OpenFile(file: folder.file(entry), O_RDWR)
    } catch {
      // ENOENT: a link to nowhere.
      let never = [OpenFile.notAFile, EISDIR, ENXIO, EACCES, EPERM, ELOOP, ENOENT]
      guard never.contains(error.code) else { throw error }
      return nil
    }
  }

  /// Begins a file, in place of an earlier one with its number.
  private mutating func begin(_ number: Int) throws(SystemError) {
    file = nil
    if identity == nil { identity = try folder.identity() }
    let identity = identity ?? Self.newIdentity
    self.identity = identity
    let file = try OpenFile(folder.file(number), O_RDWR | O_CREAT | O_TRUNC)
    (self.file, self.number, end, isNew) = (file, number, JournalLine.Place(), true)
    try put(JournalFile.header(file: number, next: next, identity: identity))
    try Directory.sync(folder.path)
    for old in try folder.numbers() where old <= number - Self.count {
      unlink(folder.file(old))
    }
  }

  /// An identity that no other journal has, by which its followers recognise it.
  private static var newIdentity: String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Fails when the file is not at its path any more, and opens one anew that somebody has cut or
  /// added to: a line at this place in it would be lost to every reader.
  private mutating func checkPlace() throws(SystemError) {
    guard let file else { return }
    try checkPath()
    if try Int(file.status().st_size) != end.offset { self.file = nil }
  }

  private func checkPath() throws(SystemError) {
    guard let file, !file.isAt(folder.file(number)) else { return }
    throw SystemError("write \(folder.file(number))", code: ENOENT)
  }

  private mutating func put(_ text: String) throws(SystemError) {
    let line = JournalLine(text, at: end)
    try file?.write(line.bytes, at: end.offset)
    try file?.sync()
    try checkPath()
    end.offset += line.bytes.count
    if end.key.isEmpty { end.key = line.check }
  }
}
