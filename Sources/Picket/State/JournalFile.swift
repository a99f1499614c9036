import Glibc

/// What is in one file of the journal.
struct JournalFile: Hashable, Sendable {
  /// The objects of the lines that are whole, in their order; the first is the file's header.
  var lines: [String] = []

  /// How many lines in the middle cannot be read.
  var unreadable = 0

  /// Where the next line is to stand: after the last whole one.
  var end = JournalLine.Place()

  /// How many bytes follow that are not a whole line.
  var torn = 0

  /// The format that this Picket writes.
  static let version = 1

  /// The longest that a file can have become.
  static let longest = 300 << 20

  /// Reads what is in a file.
  init(_ bytes: [UInt8]) {
    var start = 0
    var passed = 0
    while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let place = JournalLine.Place(key: end.key, offset: start)
      if let line = JournalLine(parsing: bytes[start..<newline], at: place) {
        lines.append(line.text)
        unreadable += passed
        passed = 0
        end.key = end.key.isEmpty ? line.check : end.key
        end.offset = newline + 1
      } else if lines.isEmpty {
        break
      } else {
        passed += 1
      }
      start = newline + 1
    }
    torn = bytes.count - end.offset
  }

  /// The version in the header, if there is one.
  var version: Int? { header?["journal"]?.integer }

  /// The number that the next event was to have when the file was begun.
  var next: Int? { header?["next"]?.integer }

  private var header: [String: JSON]? {
    lines.first.flatMap { try? JSON.parse($0).object }
  }

  /// The header of a new file with a number, in which the next event has another.
  static func header(file number: Int, next: Int) -> String {
    var line = JSONLine()
    line.add("journal", version)
    line.add("file", number)
    line.add("next", next)
    return line.text
  }
}
