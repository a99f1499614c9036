package import Base
import Glibc

/// Hands out the events of a journal from a cursor on, each once, in their order.
///
/// It needs only the files: a controller need not run. An event is on
/// the disk before it is handed out, so a power cut cannot give its number to another event. A
/// journal that was emptied or replaced by another is followed from its first event on.
package struct JournalFollower {
  /// The place after the last event that was handed out.
  package private(set) var cursor: Cursor

  private let folder: JournalFolder
  // The kinds of lines other than events that are handed out, too.
  private let kinds: Set<Note.Kind>
  private var growth: JournalGrowth?
  private var correction: Cursor?
  private var notices: [String] = []
  private var known: Set<String> = []

  /// Creates a follower of the journal in a folder, which need not exist yet.
  ///
  /// - Parameter kinds: The kinds of lines other than events that are handed out, too.
  package init(directory: String, from cursor: Cursor, notes kinds: Set<Note.Kind> = []) {
    self.kinds = kinds
    folder = JournalFolder(path: directory)
    self.cursor = cursor
  }

  /// Skips all present events of the journal.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package mutating func skip() throws(SystemError) {
    let entries = try folder.entries()
    let (contents, _) = try survey(entries)
    cursor = Cursor(journal: contents.identity, sequence: contents.last)
    guard contents.runs.last != nil || !kinds.isEmpty else { return }
    var last: JournalContents.LocatedEvent?
    var note: String?
    let kinds = kinds
    try folder.visit(
      entries, contents, from: contents.runs.last?.file ?? 0,
      eachOther: kinds.isEmpty
        ? nil
        : { line, _ in
          var place = Cursor.start
          if FollowedEvent(note: line, of: kinds, after: &place) != nil { note = place.note }
        },
      each: { entry in
        (last, note) = (entry, nil)
        return true
      })
    if let last { cursor = Cursor(behind: last.event, last.line.text, in: contents.identity) }
    cursor.note = note
  }

  /// The events since the last call, the oldest first.
  ///
  /// - Parameter limit: The most events to return; the next call returns the others, and continues
  ///   where this call stopped.
  /// - Throws: `SystemError` when the folder or its newest file cannot be read.
  package mutating func next(
    atMost limit: Int = .max
  ) throws(SystemError) -> [FollowedEvent] {
    let entries = try folder.entries()
    if growth?.isOf(entries) == true,
      let events = try growth?.next(after: &cursor, notes: kinds, atMost: limit)
    {
      return events
    }
    growth = nil
    guard !entries.isEmpty else { return [] }
    let (contents, fresh) = try survey(entries)
    if try !correct(entries, contents) { noteGap(in: contents) }
    return try handOut(entries, contents, fresh, limit)
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

  /// Reads all files, and keeps the numbers of their events only.
  private mutating func survey(
    _ entries: [JournalFolder.Entry]
  ) throws(SystemError) -> (JournalContents, JournalGrowth?) {
    var history = JournalHistory()
    var identities: [String?] = []
    var fresh: JournalGrowth?
    for entry in entries {
      do throws(SystemError) {
        let file = try folder.open(entry)
        let stamp = FileStamp(try file.status())
        let content = try JournalFile(of: file) { line in
          if let event = line.event { history.add(event, isChecked: line.isChecked) }
        }
        for notice in content.notices(isGrowing: entry.aside == nil) { note(notice, of: entry) }
        let isNewest = entry == entries.last && entry.aside == nil
        if isNewest { try file.syncIfWritable() }
        let end =
          isNewest && content.header != nil
          ? try JournalGrowth(content, of: file, stamp: stamp, among: entries, in: folder) : nil
        history.end(content)
        identities.append(content.identity)
        if let end { fresh = end }
      } catch {
        history.end(nil)
        // The oldest file may have been removed in the meantime.
        guard error.code != ENOENT else { continue }
        // A file that cannot be opened for lack of a right or a descriptor may hold the next event.
        let isOurs = error.isShortage || [EACCES, EPERM].contains(error.code)
        guard entry != entries.last || !isOurs else { throw error }
        note("\(error.faultText); left out", of: entry)
      }
    }
    return (JournalContents(history.found, identities: identities), fresh)
  }

  /// Moves the cursor when its event is no longer in the journal; returns whether it did.
  private mutating func correct(
    _ entries: [JournalFolder.Entry], _ contents: JournalContents
  ) throws(SystemError) -> Bool {
    let cursor = cursor
    guard cursor.sequence > 0 else { return false }
    if contents.isOther(than: cursor) {
      move(
        to: Cursor(journal: contents.identity, sequence: 0),
        "this is not the journal that was followed before; continuing with its first event")
      return true
    }
    var same: JournalContents.LocatedEvent?
    if let run = contents.runs.first(where: { $0.numbers.contains(cursor.sequence) }) {
      try folder.visit(entries, contents, from: run.file) { entry in
        if entry.event.sequence == cursor.sequence { same = entry }
        return same == nil
      }
    }
    guard contents.hasLost(cursor, same: same) else { return false }
    // The journal lost its end, or an older copy took its place. Its new events are later than the
    // last handled event.
    var before: JournalContents.LocatedEvent?
    var new: Int?
    try folder.visit(entries, contents, from: 0) { entry in
      guard new == nil, entry.event.sequence <= cursor.sequence else { return false }
      if cursor.time.map({ entry.event.time > $0 }) ?? true {
        new = entry.event.sequence
      } else if entry.event.sequence < same?.event.sequence ?? .max {
        before = entry
      }
      return new == nil
    }
    let first = new ?? same?.event.sequence ?? contents.last + 1
    move(
      to: before.map { Cursor(behind: $0.event, $0.line.text, in: contents.identity) }
        ?? Cursor(journal: contents.identity, sequence: first - 1),
      "event \(cursor.sequence), the last handled event, is no longer in the journal, "
        + "which ends at event \(contents.last); continuing with event \(first)")
    return true
  }

  private mutating func move(to cursor: Cursor, _ reason: String) {
    notices.append("\(folder.path): \(reason)")
    self.cursor = cursor
    correction = cursor
  }

  private mutating func noteGap(in contents: JournalContents) {
    guard cursor.sequence > 0, let first = contents.first(after: cursor.sequence),
      first > cursor.sequence + 1
    else { return }
    notices.append(
      "\(folder.path): no event from \(cursor.sequence + 1) to \(first - 1) is in "
        + "the journal any more; continuing with event \(first)")
  }

  /// Hands out the events after the cursor and, if they are wanted, the notes after the last handled
  /// one.
  private mutating func handOut(
    _ entries: [JournalFolder.Entry], _ contents: JournalContents, _ fresh: JournalGrowth?,
    _ limit: Int
  ) throws(SystemError) -> [FollowedEvent] {
    let (cursor, kinds) = (cursor, kinds)
    let handled = contents.runs.first { $0.numbers.contains(cursor.sequence) }
    growth = fresh
    guard
      let start = kinds.isEmpty ? contents.file(after: cursor.sequence) : handled?.file ?? 0
    else { return [] }
    var found: [(event: FollowedEvent, file: Int, end: Int?)] = []
    var reached = cursor
    // Notes before the last handled event are behind the cursor, and so are those up to the last note.
    var isBehind = handled == nil
    try folder.visit(
      entries, contents, from: start,
      eachOther: kinds.isEmpty
        ? nil
        : { line, file in
          guard isBehind, found.count < limit || reached.sequence == cursor.sequence else { return }
          guard let note = FollowedEvent(note: line, of: kinds, after: &reached) else { return }
          if note.cursor == cursor {
            found = []
          } else {
            found.append((note, file, line.isChecked ? line.end : nil))
          }
        },
      each: { entry in
        if entry.event.sequence >= cursor.sequence { isBehind = true }
        guard found.count < limit else { return false }
        if let event = FollowedEvent(entry.event, entry.line, after: &reached, contents.identity) {
          found.append((event, entry.file, entry.line.isChecked ? entry.line.end : nil))
        }
        return found.count < limit
      })
    let handed = found.prefix(limit)
    guard let last = handed.last else { return [] }
    if found.count >= limit {
      growth = last.end.flatMap {
        try? JournalGrowth(
          in: folder, among: entries, file: last.file, of: contents.identity, at: $0)
      }
    }
    self.cursor = last.event.cursor
    return handed.map(\.event)
  }

  // MARK: Notices

  private mutating func note(_ text: String, of entry: JournalFolder.Entry) {
    let notice = "\(folder.file(entry)): \(text)"
    if known.insert(notice).inserted { notices.append(notice) }
  }
}
