import Glibc
internal import Notation
internal import System

/// Finds what of a recording is gpsd's JSON and what is a receiver's own bytes.
///
/// `gpspipe -r` and `-R` print gpsd's VERSION, DEVICES and WATCH before what the receiver sends,
/// and people join recordings.
struct CaptureParts {
  /// What a part of a recording consists of.
  enum Kind: Hashable, Sendable {
    /// Lines of gpsd's JSON.
    case reports
    /// What a receiver sent: NMEA or binary.
    case raw
    /// What a receiver sent, and what gpsd also reported as JSON: `gpspipe -r -w`.
    case echo
  }

  /// A stretch of bytes that are all of one kind.
  struct Part: Hashable, Sendable {
    let kind: Kind
    var range: Range<Int>
  }

  private(set) var parts: [Part] = []

  // A binary log need not have a line end; no line of gpsd is longer than 20,480 bytes.
  private static let longestLine = 1 << 20
  private static let reportStart = Array(#"{"class":""#.utf8)
  private static let watchStart = Array(#"{"class":"WATCH""#.utf8)

  private var line: [UInt8] = []
  private var lineStart = 0
  private var usual: Kind?

  /// Reads the next bytes.
  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let start = rest.baseAddress, let end = memchr(start, 0x0a, rest.count) {
      let count = UnsafeRawPointer(end) - start + 1
      line.append(contentsOf: rest[..<count])
      endLine()
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    line.append(contentsOf: rest)
    if line.count > Self.longestLine { endLine() }
  }

  /// Reads what follows the last line end.
  mutating func finish() {
    endLine()
  }

  private mutating func endLine() {
    let end = lineStart + line.count
    defer {
      lineStart = end
      line.removeAll(keepingCapacity: true)
    }
    let first = line.first { $0 > 0x20 }
    let isText = isText
    if first == nil, isText { return }
    // A comment, or a packet that begins with the same byte.
    if first == UInt8(ascii: "#"), isText, usual == .reports || startOfReport == nil { return }
    if usual == nil { usual = first == UInt8(ascii: "{") ? .reports : .raw }
    if first == UInt8(ascii: "{"), isText {
      add(.reports, to: end)
      note(line[...])
      return
    }
    // A packet has no line end: a report may follow it on the same line.
    if usual != .reports, let start = startOfReport {
      add(usual ?? .raw, to: lineStart + start)
      add(.reports, to: end)
      note(line[start...])
    } else {
      // In a capture of gpsd's reports, what is no sentence is a damaged report.
      add(usual == .reports && !isSentence ? .reports : usual == .echo ? .echo : .raw, to: end)
    }
  }

  /// Adds what lies between the last part and `end`, comments before it too.
  private mutating func add(_ kind: Kind, to end: Int) {
    let start = parts.last?.range.upperBound ?? 0
    guard start < end else { return }
    if let last = parts.last, last.kind == kind {
      parts[parts.count - 1].range = last.range.lowerBound..<end
    } else {
      parts.append(Part(kind: kind, range: start..<end))
    }
  }

  /// Notes what gpsd sends from a WATCH on.
  private mutating func note(_ report: ArraySlice<UInt8>) {
    guard report.starts(with: Self.watchStart),
      let fields = (try? JSON.parse(String(decoding: report, as: UTF8.self)))?.object
    else { return }
    let isRaw = fields["nmea"] == .boolean(true) || (fields["raw"]?.integer ?? 0) > 0
    usual = isRaw ? fields["json"] == .boolean(true) ? .echo : .raw : .reports
  }

  /// Whether the line is text, as every report is and hardly any packet.
  private var isText: Bool {
    line.allSatisfy { $0 >= 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
  }

  private var isSentence: Bool {
    (line.first == UInt8(ascii: "$") || line.first == UInt8(ascii: "!")) && isText
  }

  private var startOfReport: Int? {
    line.indices.first { place in
      line[place] == Self.reportStart[0] && line[place...].starts(with: Self.reportStart)
    }
  }
}
