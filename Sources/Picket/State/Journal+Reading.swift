import Glibc

extension Journal {
  /// What is found in the journal of a folder.
  package struct Found: Sendable {
    /// The events, the oldest first.
    package var events: [RecordedEvent] = []

    /// The number that the next event has, as far as the journal knows; 1 for a new one.
    package var next = 1

    /// What a person must be told, such as that a line was torn.
    package var notices: [String] = []
  }

  /// A journal that this Picket must not touch.
  package struct Newer: Error, CustomStringConvertible {
    /// What is wrong and what to do about it.
    package let description: String
  }

  /// Reads the journal of a folder and mends its end: a torn last line is cut off.
  ///
  /// - Throws: `Newer` when a newer Picket wrote it, `SystemError` when it cannot be read.
  package static func recover(directory: String) throws -> Found {
    let folder = JournalFolder(path: directory)
    var found = Found()
    guard access(directory, F_OK) == 0 else { return found }
    let numbers = try folder.numbers()
    for number in numbers {
      let content = try folder.read(number)
      if let version = content.version, version > JournalFile.version {
        throw Newer(
          description: """
            \(folder.file(number)): written by a newer Picket (format \(version), this one knows \
            \(JournalFile.version)); install that one, or move the file away to start afresh
            """)
      }
      found.take(content)
      let path = folder.file(number)
      if content.unreadable > 0 {
        found.notices.append("\(path): \(content.unreadable) lines cannot be read; left out")
      }
      guard number == numbers.last else { continue }
      // What a crash left may not be on the disk yet, and is relied on from here on.
      let file = try OpenFile(path, O_RDWR)
      if content.torn > 0 {
        try file.truncate(to: content.end.offset)
        found.notices.append(
          "\(path): the last \(content.torn) bytes were torn by a power cut or a crash; cut off")
      }
      try file.sync()
    }
    if !numbers.isEmpty { try OpenFile.syncFolder(directory) }
    return found
  }
}

extension Journal.Found {
  fileprivate mutating func take(_ content: JournalFile) {
    next = max(next, content.next ?? 1)
    for line in content.lines.dropFirst() {
      guard let fields = try? JSON.parse(line).object, let event = RecordedEvent(fields),
        // Of two with one number the first is the one that was told.
        event.sequence > events.last?.sequence ?? 0
      else { continue }
      events.append(event)
      next = event.sequence + 1
    }
  }
}
