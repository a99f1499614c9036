import Glibc
internal import Notation
package import System

/// Hands out the events of a journal from a cursor on, each once, in their order.
///
/// It needs only the files: a controller need not run. An event is on
/// the disk before it is handed out, so a power cut cannot give its number to another event. A
/// journal that was emptied or replaced by another is followed from its first event on.
package struct JournalFollower {
  /// The place after the last event that was handed out.
  package private(set) var cursor: Cursor

  private let folder: JournalFolder
  private var tail: Tail?
  private var correction: Cursor?
  private var notices: [String] = []
  private var known: Set<String> = []

  /// The place up to which the newest file was read.
  private struct Tail {
    let entries: [JournalFolder.Entry]
    let identity: String?
    // The first line, which differs in another file of the same name.
    let head: [UInt8]
    var end: JournalLine.Place
    var seen: Seen
  }

  /// The properties that stay the same while a file does not change.
  private struct Seen: Hashable {
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Creates a follower of the journal in a folder, which need not exist yet.
  package init(directory: String, from cursor: Cursor) {
    folder = JournalFolder(path: directory)
    self.cursor = cursor
  }

  /// Skips all present events of the journal.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package mutating func skip() throws(SystemError) {
    let (contents, _) = try read(folder.entries())
    cursor = contents.end
  }

  /// The events since the last call, the oldest first.
  ///
  /// - Parameter limit: The most events to return; the next call returns the others, and reads
  ///   the journal again for that.
  /// - Throws: `SystemError` when the folder or its newest file cannot be read.
  package mutating func next(
    atMost limit: Int = .max
  ) throws(SystemError) -> [FollowedEvent] {
    let entries = try folder.entries()
    if let tail, tail.entries == entries, let events = try grown(tail, limit) { return events }
    tail = nil
    guard !entries.isEmpty else { return [] }
    let (contents, fresh) = try read(entries)
    let events = handOut(contents, limit)
    // If events are left, the next call reads the journal again, from the cursor on.
    tail = events.count < limit ? fresh : nil
    return events
  }

  /// The cursor, if it had to move without an event since the last call.
  ///
  /// Store it before handling the next event: the reason of the move is not known later.
  package mutating func popCorrection() -> Cursor? {
    defer { correction = nil }
    return correction
  }

  /// The notices since the last call: unreadable files and lines, and skipped events.
  package mutating func popNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  // MARK: The whole journal

  private mutating func read(
    _ entries: [JournalFolder.Entry]
  ) throws(SystemError) -> (JournalContents, Tail?) {
    var files: [JournalFile] = []
    var fresh: Tail?
    for entry in entries {
      do throws(SystemError) {
        guard entry == entries.last, entry.aside == nil else {
          files.append(try noted(folder.read(entry), of: entry))
          continue
        }
        let file = try OpenFile(file: folder.file(entry), O_RDONLY)
        let seen = Seen(try file.status())
        let content = try noted(JournalFile(of: file), of: entry)
        try Self.sync(file)
        files.append(content)
        let head = try file.contents(upTo: Self.longestHead).prefix { $0 != UInt8(ascii: "\n") }
        guard content.header != nil else { continue }
        fresh = Tail(
          entries: entries, identity: content.identity, head: Array(head), end: content.end,
          seen: seen)
      } catch {
        // The oldest file may have been removed in the meantime.
        guard error.code != ENOENT else { continue }
        // A file that cannot be opened for lack of a right or a descriptor may hold the next event.
        let isOurs = [EACCES, EPERM, EMFILE, ENFILE, ENOMEM].contains(error.code)
        guard entry != entries.last || !isOurs else { throw error }
        note("\(error.faultText); left out", of: entry)
      }
    }
    return (JournalContents(files), fresh)
  }

  private mutating func handOut(
    _ contents: JournalContents, _ limit: Int
  ) -> [FollowedEvent] {
    if let (sequence, reason) = contents.correction(of: cursor) {
      notices.append("\(folder.path): \(reason)")
      let entry = contents.events.last { $0.event.sequence <= sequence }
      cursor =
        entry.map { Cursor(behind: $0.event, $0.line.text, in: contents.identity) }
        ?? Cursor(journal: contents.identity, sequence: sequence)
      correction = cursor
    } else if let first = contents.events.first(where: { $0.event.sequence > cursor.sequence }),
      cursor.sequence > 0, first.event.sequence > cursor.sequence + 1
    {
      notices.append(
        "\(folder.path): no event from \(cursor.sequence + 1) to \(first.event.sequence - 1) is in "
          + "the journal any more; continuing with event \(first.event.sequence)")
    }
    var events: [FollowedEvent] = []
    for entry in contents.events where events.count < limit {
      if let event = hand(entry.event, entry.line, in: contents.identity) { events.append(event) }
    }
    return events
  }

  private mutating func hand(
    _ event: RecordedEvent, _ line: JournalFile.Line, in journal: String?
  ) -> FollowedEvent? {
    guard event.sequence > cursor.sequence, let json = line.record?.json else { return nil }
    cursor = Cursor(behind: event, line.text, in: journal)
    return FollowedEvent(event, json, cursor: cursor)
  }

  // MARK: New lines

  /// The lines that were added to the newest file; `nil` after any other change of the journal.
  private mutating func grown(
    _ tail: Tail, _ limit: Int
  ) throws(SystemError) -> [FollowedEvent]? {
    guard let newest = tail.entries.last else { return nil }
    let file = try OpenFile(file: folder.file(newest), O_RDONLY)
    let seen = Seen(try file.status())
    guard seen != tail.seen else { return [] }
    guard seen.number == tail.seen.number, seen.size >= tail.end.offset,
      try file.contents(upTo: tail.head.count) == tail.head
    else { return nil }
    let bytes = try file.contents(from: tail.end.offset, limit: JournalFile.longest)
    try Self.sync(file)
    var end = tail.end
    var lines: [JournalFile.Line] = []
    var rest = bytes[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = JournalLine(parsing: rest[..<newline], at: end) else { return nil }
      lines.append(JournalFile.Line(text: line.text, isChecked: true))
      end.offset += newline + 1 - rest.startIndex
      rest = rest[(newline + 1)...]
    }
    self.tail?.end = end
    self.tail?.seen = seen
    var events: [FollowedEvent] = []
    for line in lines {
      guard events.count < limit else {
        self.tail = nil
        break
      }
      if let event = line.event, let handed = hand(event, line, in: tail.identity) {
        events.append(handed)
      }
    }
    return events
  }

  /// Waits until the lines are on the disk; another process may have written them just now.
  private static func sync(_ file: OpenFile) throws(SystemError) {
    do throws(SystemError) {
      try file.sync()
    } catch {
      // A read-only file system has nothing to wait for.
      guard error.code == EROFS || error.code == EINVAL else { throw error }
    }
  }

  // MARK: Notices

  private mutating func noted(
    _ file: JournalFile, of entry: JournalFolder.Entry
  ) -> JournalFile {
    for notice in file.notices(isGrowing: entry.aside == nil) { note(notice, of: entry) }
    return file
  }

  private mutating func note(_ text: String, of entry: JournalFolder.Entry) {
    let notice = "\(folder.file(entry)): \(text)"
    if known.insert(notice).inserted { notices.append(notice) }
  }

  // In bytes: a header has 60 to 90.
  private static let longestHead = 256
}
