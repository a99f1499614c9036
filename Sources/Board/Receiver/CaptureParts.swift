internal import Base
import Glibc

/// Splits a recording into gpsd's JSON and the bytes of a receiver.
///
/// `gpspipe -r` and `-R` print gpsd's VERSION, DEVICES and WATCH before the receiver's bytes,
/// and people join recordings.
struct CaptureParts {
  /// The content of a part.
  enum Content: Hashable, Sendable {
    /// Lines of gpsd's JSON.
    case reports
    /// The bytes of a receiver: NMEA or binary.
    case raw
    /// The bytes of a receiver that gpsd also reported as JSON, as with `gpspipe -r -w`.
    case echo
  }

  /// A range of bytes of one kind.
  struct Part: Hashable, Sendable {
    let kind: Content
    var range: Range<Int>
  }

  private(set) var parts: [Part] = []

  /// Whether the first line has only the beginning of a report, as `jq` prints it, or several reports
  /// as elements of a JSON array.
  private(set) var isSpread = false

  // The numbers of the sentences of NMEA whose checksum is right, and is wrong.
  private var sums = (right: 0, wrong: 0)
  private var hasPackets = false

  /// Whether there is a sentence of NMEA with its checksum.
  var hasSentences: Bool { sums.right + sums.wrong > 0 }

  /// The number of sentences with a wrong checksum, which gpsd drops; without those that it also
  /// reported as JSON.
  var wrongSums: Int { sums.wrong }

  /// Whether all that a receiver sent are sentences of NMEA with a wrong checksum.
  var hasOnlyWrongSums: Bool {
    sums.right == 0 && sums.wrong > 0 && !hasPackets && !parts.contains { $0.kind == .reports }
  }

  // A binary log may have no line end; gpsd's lines have at most 20,480 bytes.
  private static let longestLine = 1 << 20
  private static let reportStart = Array(#"{"class":""#.utf8)
  private static let watchStart = Array(#"{"class":"WATCH""#.utf8)

  private var line: [UInt8] = []
  private var lineStart = 0
  private var usual: Content?

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

  /// Handles the bytes after the last line end.
  mutating func finish() {
    endLine()
  }

  private mutating func endLine() {
    let end = lineStart + line.count
    defer {
      lineStart = end
      line.removeAll(keepingCapacity: true)
    }
    let isText = isText
    // A line of a JSON array, too, has a report behind its marks.
    let first = line.first { $0 > 0x20 && !(isText && Capture.isArrayMark($0)) }
    if first == nil, isText { return }
    // A comment, or a packet that begins with the same byte.
    if first == UInt8(ascii: "#"), isText, usual == .reports || startOfReport == nil { return }
    let isBare = isText && !isSentence && first != UInt8(ascii: "#")
    let start = isBare ? Capture.startOfObject(in: line) : nil
    if usual == nil { usual = start != nil || first == UInt8(ascii: "{") ? .reports : .raw }
    if first == UInt8(ascii: "{"), isText {
      if parts.isEmpty {
        let isStart = { (byte: UInt8) in
          byte <= 0x20 || byte == UInt8(ascii: "{") || Capture.isArrayMark(byte)
        }
        isSpread = line.allSatisfy(isStart) || hasSeveralElements
      }
      add(.reports, to: end)
      note(line[...])
      return
    }
    // A binary packet has no line end, so a report may follow it on the same line.
    if usual != .reports, let start = startOfReport {
      add(usual ?? .raw, to: lineStart + start)
      add(.reports, to: end)
      note(line[start...])
    } else if let start {
      // Its time or its topic is before a report.
      add(.reports, to: end)
      note(line[start...])
    } else {
      if isText { noteSums() } else { hasPackets = true }
      // In a capture of gpsd's reports, a line that is not a sentence is a damaged report.
      add(usual == .reports && !isSentence ? .reports : usual == .echo ? .echo : .raw, to: end)
    }
  }

  /// Adds the bytes between the last part and `end`, including comments before them.
  private mutating func add(_ kind: Content, to end: Int) {
    let start = parts.last?.range.upperBound ?? 0
    guard start < end else { return }
    if let last = parts.last, last.kind == kind {
      parts[parts.count - 1].range = last.range.lowerBound..<end
    } else {
      parts.append(Part(kind: kind, range: start..<end))
    }
  }

  /// Reads from a WATCH the kind of lines that gpsd sends after it.
  private mutating func note(_ report: ArraySlice<UInt8>) {
    guard report.starts(with: Self.watchStart),
      let fields = (try? JSON.parse(String(decoding: report, as: UTF8.self)))?.object
    else { return }
    let isRaw = fields["nmea"] == .boolean(true) || (fields["raw"]?.integer ?? 0) > 0
    usual = isRaw ? fields["json"] == .boolean(true) ? .echo : .raw : .reports
  }

  /// Counts the sentences of NMEA by their checksums; some files have a carriage return between them.
  private mutating func noteSums() {
    for text in line.split(separator: UInt8(ascii: "\r")) {
      guard let start = text.firstIndex(of: UInt8(ascii: "$")),
        let star = text[start...].firstIndex(of: UInt8(ascii: "*"))
      else { continue }
      let digits = String(decoding: text[star...].dropFirst().prefix(2), as: UTF8.self)
      guard let sum = UInt8(digits, radix: 16) else { continue }
      let isRight = text[(start + 1)..<star].reduce(0, ^) == sum
      if isRight { sums.right += 1 } else if usual != .echo { sums.wrong += 1 }
    }
  }

  /// Whether the line is a JSON array of several values, or the beginning of a very long one.
  private var hasSeveralElements: Bool {
    guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return false }
    let array = (try? JSON.parse(String(decoding: line, as: UTF8.self)))?.array
    return array.map { $0.count > 1 } ?? (line.count > Self.longestLine)
  }

  /// Whether the line is text, as every report is and hardly any binary packet.
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
