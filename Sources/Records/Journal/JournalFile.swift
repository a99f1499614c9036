package import Base
import Glibc

/// The content of one file of the journal.
package struct JournalFile: Hashable, Sendable {
  /// A readable line after the header.
  package struct Line: Hashable, Sendable {
    /// Its object, without the checksum.
    package let text: String

    /// Whether its checksum proves that it was written at this place.
    let isChecked: Bool

    /// The number of bytes of the file up to its end, with its newline.
    var end = 0

    /// Its event; `nil` when the line is not an event.
    package var event: RecordedEvent? {
      (try? JSON.parse(text).object).flatMap(RecordedEvent.init)
    }
  }

  /// The readable lines, in their order, without the header; empty after a reading by pieces.
  package internal(set) var lines: [Line] = []

  /// The number of readable lines, without the header.
  package private(set) var count = 0

  /// The fields of the header; `nil` when its checksum is wrong.
  package private(set) var header: [String: JSON]?

  /// The number of the next event in a header whose checksum is wrong.
  package private(set) var claimedNext: Int?

  /// The number of unreadable lines before the last checked line.
  package private(set) var unreadable = 0

  /// The number of checked lines.
  package private(set) var checked = 0

  /// The number of readable lines after the last checked line.
  private(set) var trailing = 0

  /// The number of unreadable lines among these trailing lines.
  private(set) var trailingUnreadable = 0

  /// The place of the next line: after the last checked line.
  package private(set) var end = JournalLine.Place()

  /// The number of bytes after the last checked line.
  package private(set) var torn = 0

  /// The number of bytes after the last readable line.
  package private(set) var lost = 0

  /// The error with which some of its bytes cannot be read.
  package private(set) var failure: SystemError?

  // Unreadable lines since the last readable one.
  private var passed = 0
  // Whether all trailing lines are older than the lines before them.
  private var isTrailingOld = true
  // The last checked line that can be an event.
  private var lastEvent: Line?

  /// The format that this Picket writes.
  package static let version = 1

  /// The most bytes that a file can have.
  package static let longest = 300 << 20

  /// Reads the content of a file.
  package init(_ bytes: [UInt8]) {
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    var start = 0
    if first.count < bytes.count, begin(first) {
      start = first.count + 1
    } else {
      end.key = Self.key(of: first, in: bytes)
    }
    var readTo = start
    while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let line = add(bytes[start..<newline], at: start) {
        lines.append(line)
        readTo = line.end
      }
      start = newline + 1
    }
    finish(size: bytes.count, readTo: readTo)
  }

  /// Reads a file, with zeros for the bytes that the disk cannot read.
  package init(of file: OpenFile) throws(SystemError) {
    let (bytes, failure) = try file.readableContents(limit: Self.longest)
    self.init(bytes)
    self.failure = failure
  }

  /// The content of a file of which nothing can be read.
  package init(unreadable failure: SystemError, size: Int) {
    self.failure = failure
    lost = size
    torn = size
  }

  // MARK: One line

  /// Reads the first line; false when it is damaged.
  mutating func begin(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let line = JournalLine(parsing: bytes, at: JournalLine.Place()) else { return false }
    header = (try? JSON.parse(line.text).object) ?? [:]
    end = JournalLine.Place(key: line.check, offset: bytes.count + 1)
    return true
  }

  /// Reads a line at a place; `nil` when it is not readable.
  mutating func add(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Line? {
    let place = JournalLine.Place(key: end.key, offset: offset)
    let after = offset + bytes.count + 1
    if !place.key.isEmpty, let line = JournalLine(parsing: bytes, at: place) {
      count += 1
      checked += 1
      // Nothing is added to a file whose header is damaged.
      if header != nil { end.offset = after }
      unreadable += passed
      (passed, trailing, trailingUnreadable, isTrailingOld) = (0, 0, 0, true)
      let found = Line(text: line.text, isChecked: true, end: after)
      if line.text.utf8.starts(with: Self.eventStart) { lastEvent = found }
      return found
    }
    if let text = JournalLine.unchecked(bytes) {
      let line = Line(text: text, isChecked: false, end: after)
      count += 1
      trailing += 1
      trailingUnreadable = passed
      isTrailingOld = isTrailingOld && isOld(line)
      return line
    }
    if offset == 0 { claimedNext = Self.next(of: bytes) }
    passed += 1
    return nil
  }

  /// Notes the number of all bytes, and the number of those up to the last readable line.
  mutating func finish(size: Int, readTo: Int) {
    torn = size - end.offset
    lost = size - readTo
  }

  /// The key of a file with a damaged header: the checksum in it, or the checksum of its text.
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

  /// The number of the next event when the file was begun.
  package var next: Int? { header?["next"]?.integer }

  /// The identity in the header: all files of one journal have the same; `nil` in a damaged header,
  /// and in the headers of the first Pickets.
  package var identity: String? { header?["id"]?.string }

  // MARK: Damage

  /// Whether an unfinished write of one line explains all bytes after the last checked line.
  ///
  /// Any part of such a line may be there: its beginning, zeroes where a block was not written,
  /// and the disk's earlier content, such as older lines. These bytes are not longer than a
  /// line, and no line in them can be newer than the lines before.
  var isTorn: Bool {
    guard failure == nil, claimedNext == nil, torn <= Self.longestTorn,
      header != nil || checked == 0
    else { return false }
    return isTrailingOld
  }

  private func isOld(_ line: Line) -> Bool {
    guard let number = line.event?.sequence else { return false }
    return number <= lastEvent?.event?.sequence ?? 0 || number < next ?? 0
  }

  /// The most events that the unreadable bytes after the last line can hold.
  var unknownNumbers: Int { lost / Self.shortestEvent }

  // A block of a file system: lines have 90 to 300 bytes, more with a long note.
  private static let longestTorn = 4096

  // An event begins with its number.
  private static let eventStart = Array("{\"seq\":".utf8)

  // In bytes: an event of a region with one letter, without a position, has 89.
  private static let shortestEvent = 80

  /// The header of a new file.
  ///
  /// - Parameters:
  ///   - number: The number of the file.
  ///   - next: The number of the next event.
  ///   - identity: The same in all files of the journal.
  package static func header(file number: Int, next: Int, identity: String) -> String {
    var line = JSONLine()
    line.add("journal", version)
    line.add("file", number)
    line.add("next", next)
    line.add("id", identity)
    return line.text
  }
}
