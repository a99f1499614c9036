package import Base
import Glibc

/// Recordings that can be replayed: gpsd's JSON reports, a receiver's raw log, or both mixed, and tracks.
package enum Capture {
  /// Calls `body` with each line of gpsd's JSON in a recording.
  ///
  /// gpsd's own `gpsdecode` decodes the rest, unless the recording has it as JSON as well.
  ///
  /// - Parameter path: The recording, or `-` for standard input.
  /// - Returns: The number of sentences of NMEA that gpsd dropped because of a wrong checksum.
  /// - Throws: `UnusableFile`, and the errors of `body`.
  @discardableResult
  package static func forEachLine(
    of path: String, _ body: (LineSplitter.Line) throws -> Void
  ) throws -> Int {
    try forEachLine(of: path, limit: longest, body)
  }

  /// Does the same with a limit on the bytes of the unpacked recording.
  @discardableResult
  package static func forEachLine(
    of path: String, limit: Int, _ body: (LineSplitter.Line) throws -> Void
  ) throws -> Int {
    let input = try PackedFile.open(path, limit: limit)
    defer { close(input) }
    guard try firstByte(of: input, path) != nil else {
      throw UnusableFile(
        description: "\(path): is empty; give a capture of gpspipe -w or an NMEA log")
    }
    if let track = TrackFile(beginning(of: input)) {
      try track.forEachReport(of: input, path, body)
      return 0
    }
    var parts = CaptureParts()
    try PackedFile.chunks(of: input, path) { parts.read($0) }
    parts.finish()
    if let words = ForeignFormat.words(forRecording: beginning(of: input)), !parts.hasSentences {
      throw UnusableFile(description: "\(path): \(words)")
    }
    guard !parts.hasOnlyWrongSums else {
      throw UnusableFile(
        description: """
          \(path): each of its sentences has a wrong checksum, as after a change by hand, and gpsd \
          drops them; without checksums they are read: sed 's/\\*[0-9A-Fa-f]*//' IN > OUT
          """)
    }
    let isWhole = parts.parts.count == 1
    var wrapped = WrappedReports()
    defer {
      if wrapped.modeless > 0 {
        Log.write(
          .warning,
          "\(path): \(wrapped.modeless.counted("TPV has", "TPVs have")) no mode, which a program on "
            + "the way has dropped; positions are read as fixes")
      }
    }
    func unwrap(_ line: LineSplitter.Line) throws {
      guard case .whole(let bytes) = line else { return try body(line) }
      for report in wrapped.lines(in: bytes) { try body(.whole(report)) }
    }
    guard !parts.isSpread else {
      var splitter = ObjectSplitter()
      lseek(input, 0, SEEK_SET)
      try PackedFile.chunks(of: input, path) { chunk in
        try splitter.split(chunk) { try unwrap(.whole($0)) }
      }
      return 0
    }
    for part in parts.parts {
      lseek(input, off_t(part.range.lowerBound), SEEK_SET)
      switch part.kind {
      case .reports: try read(input, path, upTo: part.range.count, unwrap)
      case .raw where isWhole: try decode(input, path, body)
      case .raw:
        let piece = try PackedFile.copy(of: input, path, upTo: part.range.count)
        defer { close(piece) }
        try decode(piece, path, body)
      case .echo: break
      }
    }
    return parts.wrongSums
  }

  /// The number of the first line with these bytes, from 1; `nil` if it cannot be found again.
  package static func number(of line: [UInt8], in path: String) -> Int? {
    guard let input = try? PackedFile.open(path, limit: longest) else { return nil }
    defer { close(input) }
    var present: [UInt8] = []
    var number = 1
    var found: Int?
    func end() {
      if present == line { found = number }
      present.removeAll(keepingCapacity: true)
      number += 1
    }
    let isRead: Void? = try? PackedFile.chunks(of: input, path) { chunk in
      for byte in chunk where found == nil {
        if byte == UInt8(ascii: "\n") { end() } else { present.append(byte) }
      }
    } until: {
      found != nil
    }
    if isRead != nil, found == nil { end() }
    return found
  }

  private static func beginning(of input: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: ForeignFormat.head) { buffer, count in
      count = max(0, pread(input, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// The most bytes of an unpacked recording; a day of ten fixes a second has a third of it.
  private static let longest = 1 << 30

  /// The first byte that is neither a space nor in a comment; comments start with `#`.
  private static func firstByte(of input: Int32, _ path: String) throws -> UInt8? {
    defer { lseek(input, 0, SEEK_SET) }
    var found: UInt8?
    var isComment = false
    try PackedFile.chunks(of: input, path) { chunk in
      for byte in chunk where found == nil {
        switch byte {
        case UInt8(ascii: "\n"): isComment = false
        case UInt8(ascii: "#"): isComment = true
        case 0x21... where !isComment: found = byte
        default: break
        }
      }
    } until: {
      found != nil
    }
    return found
  }

  private static func read(
    _ input: Int32, _ path: String, upTo limit: Int = .max,
    _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    var splitter = LineSplitter()
    func pass(_ line: LineSplitter.Line) throws {
      guard case .whole(let bytes) = line else { return try body(line) }
      guard bytes.first != UInt8(ascii: "#"), let element = element(of: bytes) else { return }
      try body(element.count == bytes.count ? line : .whole(element))
    }
    try PackedFile.chunks(of: input, path, upTo: limit) { try splitter.split($0).forEach(pass) }
    try splitter.finish().forEach(pass)
  }

  // MARK: JSON arrays

  /// Whether a byte stands around the elements of a JSON array.
  static func isArrayMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
  }

  /// The place of the JSON object at the end of a text, behind such as a time or a topic; `nil` for
  /// another text.
  static func startOfObject(in line: [UInt8]) -> Int? {
    guard line.last(where: { $0 > 0x20 }) == UInt8(ascii: "}") else { return nil }
    return line.indices.first { place in
      line[place] == UInt8(ascii: "{")
        && line[(place + 1)...].first { $0 > 0x20 } == UInt8(ascii: "\"")
    }
  }

  /// The report of a line that is an element of a JSON array or has a text before it, other lines
  /// unchanged; `nil` for a line that has only the beginning or the end of an array.
  private static func element(of line: [UInt8]) -> [UInt8]? {
    func isAround(_ byte: UInt8) -> Bool { byte <= 0x20 || isArrayMark(byte) }
    guard let first = line.first, let end = line.lastIndex(where: { $0 > 0x20 }),
      isAround(first) || isArrayMark(line[end])
    else {
      // Most reports are whole lines, which are not copied.
      guard let start = startOfObject(in: line), start > 0 else { return line }
      return Array(line[start...])
    }
    guard let start = line.firstIndex(where: { !isAround($0) }),
      let end = line.lastIndex(where: { !isAround($0) })
    else { return nil }
    let isReport = line[start] == UInt8(ascii: "{") && line[end] == UInt8(ascii: "}")
    return isReport ? Array(line[start...end]) : line
  }

  // MARK: gpsdecode

  private static func decode(
    _ input: Int32, _ path: String, _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    let (child, output) = try Subprocess.start(
      ["gpsdecode", "-j"], input,
      remedy: "install gpsd-clients, which decodes a receiver's raw log")
    defer { close(output) }
    defer {
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    // After an error of `body`, gpsdecode would wait forever for its output to be read.
    do {
      try read(output, path, body)
    } catch {
      kill(child, SIGTERM)
      throw error
    }
  }
}
