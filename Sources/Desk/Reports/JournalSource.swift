package import Base
import Glibc
internal import Picket
package import Records

/// Reads a journal from its folder, or from one file of it.
package enum JournalSource {
  /// The lines of a journal, the oldest first, and notices about lines that are left out.
  ///
  /// A file may also come from `--events`: its lines have no checksums.
  ///
  /// - Throws: `SystemError` when the journal cannot be read.
  package static func records(
    at path: String
  ) throws(SystemError) -> (records: [JournalRecord], notices: [String]) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("open \(path)") }
    if status.st_mode & S_IFMT == S_IFDIR {
      var reader = JournalReader(directory: path)
      let records = try reader.next()
      return (records, reader.popNotices())
    }
    let (bytes, failure) = try OpenFile(file: path, O_RDONLY)
      .readableContents(limit: JournalFile.longest)
    let file = JournalFile(bytes)
    if file.version != nil || file.checked > 0 || file.claimedNext != nil {
      let notices = file.notices(isGrowing: true) + (failure.map { ["\($0.reason)"] } ?? [])
      return (file.lines.compactMap(\.record), notices.map { "\(path): \($0)" })
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let records = lines.compactMap { JournalRecord(String(decoding: $0, as: UTF8.self)) }
    let left = lines.count - records.count
    let notice = "\(path): \(left.counted("line")) cannot be read; left out"
    return (records, left == 0 || records.isEmpty ? [] : [notice])
  }
}
