import Glibc
package import Notation
internal import Outputs
internal import RegionFiles
package import System

/// What is in one file of the journal.
package struct JournalFile: Hashable, Sendable {
  /// A line behind the header that can be read.
  package struct Line: Hashable, Sendable {
    /// Its object, without the checksum.
    package let text: String

    /// Whether it is, to its checksum, what was written at this place.
    let isChecked: Bool

    /// The event that it says, if it says one.
    package var event: RecordedEvent? {
      (try? JSON.parse(text).object).flatMap(RecordedEvent.init)
    }
  }

  /// The lines that can be read, in their order, without the header.
  package private(set) var lines: [Line] = []

  /// What the header says, if it is what was written.
  package private(set) var header: [String: JSON]?

  /// The number of the next event in a header that is not what was written.
  package private(set) var claimedNext: Int?

  /// How many lines before the last one that was checked cannot be read.
  package private(set) var unreadable = 0

  /// How many of the lines were checked, and how many behind the last of these were not.
  package private(set) var checked = 0
  private(set) var trailing = 0

  /// How many lines among the latter cannot be read.
  private(set) var trailingUnreadable = 0

  /// Where the next line is to stand: after the last one that was checked.
  package private(set) var end = JournalLine.Place()

  /// How many bytes follow that are not a line which was checked.
  package private(set) var torn = 0

  /// How many bytes follow the last line that can be read.
  package private(set) var lost = 0

  /// Why not all of its bytes can be read.
  package private(set) var failure: SystemError?

  /// The format that this Picket writes.
  package static let version = 1

  /// The longest that a file can have become.
  package static let longest = 300 << 20

  /// Reads what is in a file.
  package init(_ bytes: [UInt8]) {
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    var start = 0
    if first.count < bytes.count, let line = JournalLine(parsing: first, at: JournalLine.Place()) {
      header = (try? JSON.parse(line.text).object) ?? [:]
      start = first.count + 1
      end = JournalLine.Place(key: line.check, offset: start)
    } else {
      end.key = Self.key(of: first, in: bytes)
    }
    read(bytes, from: start)
  }

  /// Reads what is in a file, as far as the disk gives it.
  package init(of file: OpenFile) throws(SystemError) {
    let (bytes, failure) = try file.readableContents(limit: Self.longest)
    self.init(bytes)
    self.failure = failure
  }

  /// What is in a file of which nothing can be read.
  package init(unreadable failure: SystemError, size: Int) {
    self.failure = failure
    lost = size
    torn = size
  }

  private mutating func read(_ bytes: [UInt8], from first: Int) {
    var start = first
    var passed = 0
    var readTo = first
    var checkedTo = header == nil ? 0 : first
    while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let place = JournalLine.Place(key: end.key, offset: start)
      let text = bytes[start..<newline]
      start = newline + 1
      if !place.key.isEmpty, let line = JournalLine(parsing: text, at: place) {
        lines.append(Line(text: line.text, isChecked: true))
        checked += 1
        checkedTo = start
        unreadable += passed
        (passed, trailing, trailingUnreadable) = (0, 0, 0)
      } else if let line = JournalLine.unchecked(text) {
        lines.append(Line(text: line, isChecked: false))
        trailing += 1
        trailingUnreadable = passed
      } else {
        if place.offset == 0 { claimedNext = Self.next(of: text) }
        passed += 1
        continue
      }
      readTo = start
    }
    // Where the header is not what was written nothing is added.
    end.offset = header == nil ? 0 : checkedTo
    torn = bytes.count - end.offset
    lost = bytes.count - readTo
  }

  /// The key that a damaged header had: its checksum, or the one that its text has.
  private static func key(of header: ArraySlice<UInt8>, in bytes: [UInt8]) -> String {
    for key in JournalLine.keys(of: header) {
      var start = header.count + 1
      while start < bytes.count,
        let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      {
        let place = JournalLine.Place(key: key, offset: start)
        if JournalLine(parsing: bytes[start..<newline], at: place) != nil { return key }
        start = newline + 1
      }
    }
    return ""
  }

  private static func next(of header: ArraySlice<UInt8>) -> Int? {
    let fields = try? JSON.parse(String(decoding: header, as: UTF8.self)).object
    guard fields?["journal"]?.integer != nil else { return nil }
    return fields?["next"]?.integer
  }

  /// The version in the header, if there is one.
  package var version: Int? { header?["journal"]?.integer }

  /// The number that the next event was to have when the file was begun.
  package var next: Int? { header?["next"]?.integer }

  // MARK: Damage

  /// Whether one line that was being written explains all that follows the last one checked.
  ///
  /// Of such a line any part may be there: its beginning, zeroes where a block was not written,
  /// and what the disk had there before, such as older lines. It is no longer than a line, and
  /// has no line in it that may be newer than those before it.
  var isTorn: Bool {
    guard failure == nil, claimedNext == nil, torn <= Self.longestTorn,
      header != nil || checked == 0
    else { return false }
    return trailing == 0 || lines.suffix(trailing).allSatisfy { isOld($0) }
  }

  private func isOld(_ line: Line) -> Bool {
    guard let number = line.event?.sequence else { return false }
    let last = lines.last { $0.isChecked && $0.event != nil }?.event?.sequence
    return number <= last ?? 0 || number < next ?? 0
  }

  /// How many numbers of events may stand in what cannot be read behind the last line.
  var unknownNumbers: Int { lost / Self.shortestEvent }

  // A block of a file system: lines have 90 to 300 bytes, more with a long note.
  private static let longestTorn = 4096

  // In bytes: one with a region of one letter, without a position, has 89.
  private static let shortestEvent = 80

  /// The header of a new file with a number, in which the next event has another.
  package static func header(file number: Int, next: Int) -> String {
    var line = JSONLine()
    line.add("journal", version)
    line.add("file", number)
    line.add("next", next)
    return line.text
  }
}
