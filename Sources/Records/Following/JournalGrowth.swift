internal import Base

/// The end of a journal that was read: all lines after it are expected to be whole.
struct JournalGrowth {
  private let folder: JournalFolder
  private let entries: [JournalFolder.Entry]
  private let identity: String?
  // The file among the entries, and its number on the disk.
  private var index: Int
  private var number: UInt
  // The first line, which differs in another file of the same name.
  private var head: [UInt8]
  private var end: JournalLine.Place
  // The file when it was read to its end.
  private var stamp: FileStamp?

  /// The end of the newest file, which was read to its end.
  ///
  /// - Parameter stamp: The file as it was when that began.
  init(
    _ content: JournalFile, of file: OpenFile, stamp: FileStamp,
    among entries: [JournalFolder.Entry],
    in folder: JournalFolder
  ) throws(SystemError) {
    (self.folder, self.entries, self.stamp) = (folder, entries, stamp)
    (identity, index, number) = (content.identity, entries.count - 1, stamp.number)
    (head, end) = (try Self.head(of: file), content.end)
  }

  /// A place in a file; `nil` without a readable header.
  ///
  /// - Parameter offset: The number of bytes before it; `nil` for the place after the header.
  init?(
    in folder: JournalFolder, among entries: [JournalFolder.Entry], file index: Int,
    of identity: String?, at offset: Int? = nil
  ) throws(SystemError) {
    guard entries[index].aside == nil else { return nil }
    let file = try folder.open(entries[index])
    head = try Self.head(of: file)
    guard let line = JournalLine(parsing: head, at: JournalLine.Place()) else { return nil }
    (self.folder, self.entries, self.identity, self.index) = (folder, entries, identity, index)
    number = FileStamp(try file.status()).number
    end = JournalLine.Place(key: line.check, offset: offset ?? head.count + 1)
  }

  /// Whether the journal still has the files that it had.
  func isOf(_ entries: [JournalFolder.Entry]) -> Bool { self.entries == entries }

  /// The lines that came since, and are wanted.
  ///
  /// - Parameters:
  ///   - cursor: The place after the last line that was handed out; it moves with the new ones.
  ///   - limit: The most lines; the next call returns the others.
  /// - Returns: `nil` when not all lines are whole: then the journal has to be read from its start.
  mutating func next(
    after cursor: inout Cursor, notes kinds: Set<Note.Kind>, atMost limit: Int
  ) throws(SystemError) -> [FollowedEvent]? {
    var events: [FollowedEvent] = []
    var reached = cursor
    var growth = self
    while true {
      let file = try folder.open(entries[growth.index])
      let stamp = FileStamp(try file.status())
      let isNewest = growth.index == entries.count - 1
      if let read = growth.stamp, read == stamp { return [] }
      guard stamp.number == growth.number, stamp.size >= growth.end.offset,
        try file.contents(upTo: growth.head.count) == growth.head
      else { return nil }
      if isNewest { try file.syncIfWritable() }
      // The bytes up to this size are on the disk now.
      var isWhole = true
      _ = try file.lines(from: growth.end.offset, to: stamp.size) { bytes, _ in
        guard let line = JournalLine(parsing: bytes, at: growth.end) else {
          isWhole = false
          return false
        }
        growth.end.offset += bytes.count + 1
        let found = JournalFile.Line(text: line.text, isChecked: true, end: growth.end.offset)
        if let event = FollowedEvent(found, of: kinds, after: &reached, identity) {
          events.append(event)
        }
        return events.count < limit
      }
      guard isWhole else { return nil }
      growth.stamp = events.count < limit && isNewest ? stamp : nil
      if events.count >= limit || isNewest { break }
      guard growth.end.offset == stamp.size,
        let next = try Self(
          in: folder, among: entries, file: growth.index + 1, of: identity)
      else { return nil }
      growth = next
    }
    (cursor, self) = (reached, growth)
    return events
  }

  private static func head(of file: OpenFile) throws(SystemError) -> [UInt8] {
    Array(try file.contents(upTo: longestHead).prefix { $0 != UInt8(ascii: "\n") })
  }

  // In bytes: a header has 60 to 90.
  private static let longestHead = 256
}
