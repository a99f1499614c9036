/// The values of a text that is a sequence of JSON values: one a line (GeoJSONSeq), after record
/// separators (RFC 8142), or one after the other.
struct JSONRecords {
  /// A value that is not read yet.
  struct Record: Hashable {
    /// The line on which it begins, from 1.
    let line: Int
    let text: String
  }

  let list: [Record]

  /// Splits a text; one that is a single value becomes a single record.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.first(where: { $0 != 0x20 && !(0x09...0x0d ~= $0) }) == 0x1e {
      list = Self.split(bytes, after: 0x1e)
      return
    }
    let lines = Self.split(bytes, after: 0x0a)
    // A value on a line of its own: a bad line costs only that line.
    let isEachOnItsLine =
      lines.count > 1 && lines[0].text.hasPrefix("{") && !JSONScan.endsEarly(lines[0].text)
    list = isEachOnItsLine ? lines : Self.values(bytes)
  }

  private static func split(_ bytes: [UInt8], after separator: UInt8) -> [Record] {
    var records: [Record] = []
    var line = 1
    for part in bytes.split(separator: separator, omittingEmptySubsequences: false) {
      add(part, line, &records)
      line += part.count { $0 == 0x0a } + (separator == 0x0a ? 1 : 0)
    }
    return records
  }

  /// The values one after the other, by their brackets.
  private static func values(_ bytes: [UInt8]) -> [Record] {
    var records: [Record] = []
    var scan = JSONScan()
    var (start, first, line) = (0, 1, 1)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0a { line += 1 }
      let depth = scan.open.count
      scan.read(byte)
      guard depth == 1, scan.open.isEmpty else { continue }
      add(bytes[start...index], first, &records)
      (start, first) = (index + 1, line)
    }
    add(bytes[start...], first, &records)
    return records
  }

  private static func add(_ part: ArraySlice<UInt8>, _ line: Int, _ records: inout [Record]) {
    let blank = part.prefix { $0 == 0x20 || 0x09...0x0d ~= $0 || $0 == 0x1e }
    guard blank.count < part.count else { return }
    records.append(
      Record(
        line: line + blank.count { $0 == 0x0a },
        text: String(decoding: part.dropFirst(blank.count), as: UTF8.self)))
  }
}
