import Glibc
package import Notation
package import System

/// The content of one file of the journal.
package struct JournalFile: Hashable, Sendable {
  /// A readable line after the header.
  package struct Line: Hashable, Sendable {
    /// Its object, without the checksum.
    package let text: String

    /// Whether its checksum proves that it was written at this place.
    let isChecked: Bool

    /// Its event; `nil` when the line is not an event.
    package var event: RecordedEvent? {
      (try? JSON.parse(text).object).flatMap(RecordedEvent.init)
    }
  }

  /// The readable lines, in their order, without the header.
  package private(set) var lines: [Line] = []

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

  /// The format that this Picket writes.
  package static let version = 1

  /// The most bytes that a file can have.
  package static let longest = 300 << 20

  /// Reads the content of a file.
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
    // Nothing is added to a file whose header is damaged.
    end.offset = header == nil ? 0 : checkedTo
    torn = bytes.count - end.offset
    lost = bytes.count - readTo
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
    return trailing == 0 || lines.suffix(trailing).allSatisfy { isOld($0) }
  }

  private func isOld(_ line: Line) -> Bool {
    guard let number = line.event?.sequence else { return false }
    let last = lines.last { $0.isChecked && $0.event != nil }?.event?.sequence
    return number <= last ?? 0 || number < next ?? 0
  }

  /// The most events that the unreadable bytes after the last line can hold.
  var unknownNumbers: Int { lost / Self.shortestEvent }

  // A block of a file system: lines have 90 to 300 bytes, more with a long note.
  private static let longestTorn = 4096

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
