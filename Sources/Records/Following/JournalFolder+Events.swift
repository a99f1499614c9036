import Glibc
internal import System

extension JournalFolder {
  /// Reads the files from one on again, and hands out the events that count.
  ///
  /// - Parameters:
  ///   - eachOther: Handles a line that is not an event, and the index of its file; without it, files
  ///     without events that count are left out.
  ///   - each: Handles an event, and returns whether the next file is needed.
  func visit(
    _ entries: [Entry], _ contents: JournalContents, from first: Int,
    eachOther: ((JournalFile.Line, Int) -> Void)? = nil, each: (JournalContents.Entry) -> Bool
  ) throws(SystemError) {
    var selection = JournalSelection(contents.runs, file: first)
    var isNeeded = true
    for index in entries.indices.dropFirst(first) where isNeeded {
      defer { selection.end() }
      guard selection.isNeeded || eachOther != nil else { continue }
      do throws(SystemError) {
        _ = try read(entries[index]) { line in
          guard let event = line.event else {
            eachOther?(line, index)
            return
          }
          guard selection.next(event) else { return }
          isNeeded = each(JournalContents.Entry(event: event, line: line, file: index))
        }
      } catch {
        // The oldest file may have been removed in the meantime.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}
