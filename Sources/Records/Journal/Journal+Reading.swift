package import Base
import Glibc

extension Journal {
  /// The events that are found in the journal of a folder.
  package struct Found: Sendable {
    /// The events, the oldest first.
    package var events: [RecordedEvent] = []

    /// The number of the next event, by what can be read; 1 for a new journal.
    package var next = 1

    /// The most numbers from `next` on that events may have that can no longer be read.
    package var unknown = 0

    /// Messages for a person, such as that a line was torn.
    package var notices: [String] = []

    /// Creates the state of a new journal.
    package init() {}

    /// Creates the events that count among those of all files.
    init(_ found: JournalHistory.Found, among events: [[RecordedEvent]]) {
      var selection = JournalSelection(found.runs)
      for file in events {
        self.events += file.filter { selection.next($0) }
        selection.end()
      }
      (next, unknown) = (found.next, found.unknown)
    }
  }

  /// A journal that this Picket must not touch.
  package struct Newer: Error, CustomStringConvertible {
    /// The problem and its remedy.
    package let description: String
  }

  /// Reads the journal of a folder and mends its end.
  ///
  /// A torn last line is cut off. A newest file with other damage, or a file that cannot be read,
  /// is set aside: the journal continues in a new file. A file that cannot be mended now, such as a
  /// file on a read-only disk, stays, and nothing is added to it.
  ///
  /// - Throws: `Newer` when a newer Picket wrote it, `SystemError` when the folder cannot be read.
  package static func recover(directory: String) throws -> Found {
    let folder = JournalFolder(path: directory)
    guard access(directory, F_OK) == 0 else { return Found() }
    let entries = try folder.entries()
    var history = JournalHistory()
    var events: [[RecordedEvent]] = []
    var damage: [(JournalFolder.Entry, JournalFile)] = []
    for entry in entries {
      let file = try read(entry, of: folder)
      try checkFormat(of: file, path: folder.file(entry))
      events.append(
        file.lines.compactMap { line in
          guard let event = line.event else { return nil }
          history.add(event, isChecked: line.isChecked)
          return event
        })
      history.end(file)
      // Files that were set aside have been reported before.
      let isSound = file.failure == nil && file.notices(withTail: true).isEmpty
      if entry.aside == nil, entry == entries.last || !isSound { damage.append((entry, file)) }
    }
    var found = Found(history.found, among: events)
    for (entry, file) in damage {
      found.notices += mend(entry, file, isNewest: entry == entries.last, in: folder)
    }
    if found.unknown > 0 {
      found.notices.append(
        "\(directory): up to \(found.unknown.counted("event")) cannot be read; "
          + "\(found.unknown == 1 ? "its number is" : "their numbers are") skipped")
    }
    if !entries.isEmpty { try? Directory.sync(directory) }
    return found
  }

  private static func checkFormat(of file: JournalFile, path: String) throws(Newer) {
    guard let version = file.version, version > JournalFile.version else { return }
    throw Newer(
      description: """
        \(path): written by a newer Picket (format \(version), this release reads \
        \(JournalFile.version)); install the newer release, or move the file away to start afresh
        """)
  }

  private static func read(
    _ entry: JournalFolder.Entry, of folder: JournalFolder
  ) throws(SystemError) -> JournalFile {
    do throws(SystemError) {
      return try folder.read(entry)
    } catch {
      guard !error.isShortage else { throw error }
      var status = stat()
      let isFile =
        stat(folder.file(entry), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return JournalFile(unreadable: error, size: isFile ? Int(status.st_size) : 0)
    }
  }

  /// Mends a file as far as possible, and returns messages about it.
  private static func mend(
    _ entry: JournalFolder.Entry, _ file: JournalFile, isNewest: Bool, in folder: JournalFolder
  ) -> [String] {
    let path = folder.file(entry)
    var notices = file.notices(withTail: !file.isTorn).map { "\(path): \($0)" }
    if let failure = file.failure {
      return notices + ["\(path): \(failure.faultText); \(SetAside.move(path))"]
    }
    guard isNewest else { return notices }
    guard file.torn == 0 || file.isTorn else {
      let outcome = SetAside.move(path)
      return notices + [
        "\(path): damaged, and not by a power cut alone; \(outcome), continuing in a new file"
      ]
    }
    do throws(SystemError) {
      // After a crash the content may be in memory only; from here on it must be on the disk.
      let opened = try OpenFile(file: path, O_RDWR)
      if file.torn > 0 {
        try opened.truncate(to: file.end.offset)
        notices.append(
          "\(path): the last \(file.torn.counted("byte was", "bytes were")) torn by a power cut or "
            + "a crash; cut off")
      }
      try opened.sync()
    } catch {
      notices.append("\(error); continuing, and trying again")
    }
    return notices
  }
}

extension JournalFile {
  /// Messages about lines that are not as they were written.
  ///
  /// - Parameter withTail: Whether lines after the last checked line are included.
  package func notices(withTail: Bool) -> [String] {
    let doubtful = count - checked - (withTail ? 0 : trailing)
    let unreadable = unreadable + (withTail ? trailingUnreadable : 0)
    return (unreadable > 0 ? ["\(unreadable.counted("line")) cannot be read; left out"] : [])
      + (doubtful > 0
        ? ["\(doubtful.counted("line")) without a valid checksum; marked as unchecked"] : [])
  }
}

extension SystemError {
  /// The reason why a file, or whatever is in its place, cannot be read.
  package var faultText: String {
    code == OpenFile.notAFile ? "not a file" : code == EISDIR ? "a folder, not a file" : reason
  }
}
