internal import Base

/// A zip archive in memory, such as KMZ.
///
/// Its layout is that of PKWARE's APPNOTE.TXT, without archives in several parts. zlib unpacks it,
/// which maps need already: `unzip` may be missing, reports a damaged file in its own words, and
/// unpacks files by patterns of their names; libzip and minizip would be a further library for 200
/// lines.
struct Archive {
  /// A file in the archive.
  struct Entry: Hashable {
    /// Its path, with `/` between folders and without `.` and `..`.
    let name: String
    fileprivate let isEncrypted: Bool
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    /// Its size when it is unpacked, as the archive gives it.
    let size: Int
    fileprivate let offset: Int

    /// The number of bytes that are read and written to unpack it.
    var work: Int { max(size, packedSize) }
  }

  /// The files in the archive, in the order of its list.
  private(set) var entries: [Entry] = []

  private let bytes: [UInt8]
  private let file: String

  /// Whether bytes begin as a zip archive does, which may be empty.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
      || bytes.starts(with: [0x50, 0x4b, 7, 8])
  }

  /// Reads the list of the files in an archive.
  init(_ bytes: [UInt8], file: String) throws(Problem) {
    self.bytes = bytes
    self.file = file
    guard let end = Self.end(of: bytes) else {
      throw Problem(
        file: file,
        wrong: "this zip archive ends early: the list of its files, at its end, is missing",
        remedy: "copy or download it again")
    }
    guard let list = Self.list(in: bytes, end: end) else {
      throw Problem(
        file: file, wrong: "the list of the files in this zip archive is damaged",
        remedy: "copy or download it again")
    }
    entries = list
  }

  /// The unpacked bytes of a file in the archive.
  func contents(of entry: Entry) throws(Problem) -> [UInt8] {
    let path = path(of: entry)
    guard !entry.isEncrypted else {
      throw Problem(
        file: path, wrong: "it is encrypted",
        remedy: "unpack the archive with its password, and import the file")
    }
    guard entry.method == 0 || entry.method == 8 else {
      let method = Self.methods[entry.method] ?? "method \(entry.method)"
      throw Problem(
        file: path, wrong: "it is packed by \(method), which is not read",
        remedy: "unpack the archive, and import the file")
    }
    guard let packed = packed(entry) else {
      throw damaged(path, "its bytes are not where the list of the archive says")
    }
    var contents = packed
    if entry.method == 8 {
      do throws(Unpacking.Failure) {
        // More bytes than the archive says are damage, and no reason to unpack them all.
        contents = try Unpacking.bytes(packed, isBare: true, limit: max(1, entry.size))
      } catch {
        guard error.remedy == nil else {
          throw Problem(file: path, wrong: error.reason, remedy: error.remedy)
        }
        throw damaged(path, "it cannot be unpacked")
      }
    }
    guard contents.count == entry.size, Checksum.crc32(contents) == entry.checksum else {
      throw damaged(path, "its checksum is wrong")
    }
    return contents
  }

  /// The path of a file in the archive, for messages.
  func path(of entry: Entry) -> String { "\(file)/\(entry.name)" }

  /// The problem of files that are too long together.
  func tooLong(_ path: String) -> Problem {
    Problem(
      file: path, wrong: "the files in the archive have more than \(Self.most >> 20) MB together",
      remedy: "unpack it, and import a part of them")
  }

  /// The most bytes of all unpacked files together: a few kilobytes may unpack to gigabytes.
  static let most = 64 << 20

  private func damaged(_ path: String, _ words: String) -> Problem {
    Problem(
      file: path, wrong: "it is damaged: \(words)", remedy: "copy or download the archive again")
  }

  private static let methods = [
    1: "shrink", 6: "implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz",
  ]

  // MARK: Layout

  /// The packed bytes of a file; its own header may be longer than its entry in the list.
  private func packed(_ entry: Entry) -> [UInt8]? {
    let start = entry.offset
    guard Self.number(bytes, start, 4) == 0x0403_4b50, let name = Self.number(bytes, start + 26, 2),
      let extra = Self.number(bytes, start + 28, 2)
    else { return nil }
    let first = start + 30 + name + extra
    guard first <= bytes.count, entry.packedSize <= bytes.count - first else { return nil }
    return Array(bytes[first..<first + entry.packedSize])
  }

  /// The place of the record at the end, which a comment may follow.
  private static func end(of bytes: [UInt8]) -> Int? {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), bytes.count >= 22 else { return nil }
    // Zeros may follow that are no part of it. A comment has at most 65,535 bytes.
    let first = min(bytes.count - 22, last)
    let places = stride(from: first, through: max(0, first - 65_557), by: -1)
      .filter { number(bytes, $0, 4) == 0x0605_4b50 }
    // A comment may have the same bytes as the record.
    return places.first { place in
      number(bytes, place + 20, 2).map { place + 22 + $0 == bytes.count } == true
    } ?? places.first
  }

  private static func list(in bytes: [UInt8], end: Int) -> [Entry]? {
    guard var count = number(bytes, end + 10, 2), var size = number(bytes, end + 12, 4),
      var start = number(bytes, end + 16, 4), number(bytes, end + 4, 2) == number(bytes, end + 6, 2)
    else { return nil }
    // Where a number has no room, there is a record of version 64, and a pointer to it before this one.
    var last = end
    if count == 0xffff || size == 0xffff_ffff || start == 0xffff_ffff,
      number(bytes, end - 20, 4) == 0x0706_4b50, let record = number(bytes, end - 12, 8),
      number(bytes, record, 4) == 0x0606_4b50
    {
      guard let longCount = number(bytes, record + 32, 8),
        let longSize = number(bytes, record + 40, 8), let longStart = number(bytes, record + 48, 8)
      else { return nil }
      (count, size, start, last) = (longCount, longSize, longStart, record)
    }
    // A program that unpacks the archive, or other bytes, may be before it.
    guard size <= last, start <= last - size else { return nil }
    let shift = last - size - start
    var entries: [Entry] = []
    var place = last - size
    while place < last {
      guard let (entry, length) = entry(in: bytes, at: place, shift: shift) else { return nil }
      if let entry { entries.append(entry) }
      place += length
    }
    return count & 0xffff == 0 && size > 0 ? nil : entries
  }

  /// An entry of the list, `nil` for a folder, and its length.
  private static func entry(
    in bytes: [UInt8], at place: Int, shift: Int
  ) -> (Entry?, Int)? {
    guard number(bytes, place, 4) == 0x0201_4b50, let flags = number(bytes, place + 8, 2),
      let method = number(bytes, place + 10, 2), let checksum = number(bytes, place + 16, 4),
      var packedSize = number(bytes, place + 20, 4), var size = number(bytes, place + 24, 4),
      let nameSize = number(bytes, place + 28, 2), let extraSize = number(bytes, place + 30, 2),
      let commentSize = number(bytes, place + 32, 2), var offset = number(bytes, place + 42, 4)
    else { return nil }
    let (name, extra) = (place + 46, place + 46 + nameSize)
    guard extra + extraSize + commentSize <= bytes.count else { return nil }
    var field = extra
    while field + 4 <= extra + extraSize, let kind = number(bytes, field, 2),
      let length = number(bytes, field + 2, 2)
    {
      if kind == 1 {
        // The numbers that have no room above, in this order.
        var next = field + 4
        func long(_ value: Int) -> Int? {
          guard value == 0xffff_ffff else { return value }
          next += 8
          return number(bytes, next - 8, 8)
        }
        guard let longSize = long(size), let longPacked = long(packedSize),
          let longOffset = long(offset)
        else { return nil }
        (size, packedSize, offset) = (longSize, longPacked, longOffset)
      }
      field += 4 + length
    }
    let words = String(decoding: bytes[name..<extra], as: UTF8.self)
    let length = 46 + nameSize + extraSize + commentSize
    guard !words.hasSuffix("/"), !words.hasSuffix("\\") else { return (nil, length) }
    guard offset <= bytes.count - shift else { return nil }
    let entry = Entry(
      name: plain(words), isEncrypted: flags & 1 == 1, method: method,
      checksum: UInt32(truncatingIfNeeded: checksum), packedSize: packedSize, size: size,
      offset: offset + shift)
    return (entry, length)
  }

  /// A path without `.`, `..` and empty parts, with `/` also where Windows' programs write `\`.
  static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// A number, the lowest byte first; `nil` where the bytes end, or if it is so great that a sum of
  /// two could not be counted.
  private static func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> Int? {
    guard place >= 0, place <= bytes.count - width else { return nil }
    var number: UInt64 = 0
    for index in 0..<width { number |= UInt64(bytes[place + index]) << UInt64(8 * index) }
    return number > UInt64(Int.max >> 1) ? nil : Int(number)
  }
}
