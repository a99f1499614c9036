internal import Notation
package import System

/// The last lines of a journal.
package enum JournalTail {
  /// The last lines of the journal in a folder, without their checksums, the oldest first.
  ///
  /// Only as many of the newest files are read as needed. If there are older lines, the first
  /// line is an event where possible: the number of an event identifies the notes after it.
  ///
  /// - Throws: `SystemError` when the folder cannot be read.
  package static func lines(directory: String, most: Int) throws(SystemError) -> [String] {
    let folder = JournalFolder(path: directory)
    var lines: [String] = []
    for entry in try folder.entries().reversed() {
      // The oldest file may be removed meanwhile. The controller reports files that are unreadable.
      guard let file = try? folder.read(entry) else { continue }
      lines = file.lines.filter { $0.isChecked }.map(\.text) + lines
      guard lines.count <= most else { break }
    }
    guard lines.count > most else { return lines }
    let last = Array(lines.suffix(most))
    let first = last.firstIndex { line in (try? JSON.parse(line))?.object?["seq"] != nil } ?? 0
    return Array(last[first...])
  }
}
