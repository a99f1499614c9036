import Glibc
internal import System

extension JournalFolder {
  /// Reads the files from one on again, and hands out the events that count.
  ///
  /// - Parameter each: Handles an event, and returns whether the next file is needed.
  func visit(
    _ entries: [Entry], _ contents: JournalContents, from first: Int,
    each: (JournalContents.Entry) -> Bool
  ) throws(SystemError) {
    var selection = JournalSelection(contents.runs, file: first)
    var isNeeded = true
    for index in entries.indices.dropFirst(first) where isNeeded {
      defer { selection.end() }
      guard selection.isNeeded else { continue }
      do throws(SystemError) {
        _ = try read(entries[index]) { line in
          guard let event = line.event, selection.next(event) else { return }
          isNeeded = each(JournalContents.Entry(event: event, line: line, file: index))
        }
      } catch {
        // The oldest file may have been removed in the meantime.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}
