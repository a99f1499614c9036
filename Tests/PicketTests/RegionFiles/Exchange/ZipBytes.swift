import Base

/// A zip archive that a test makes, with mistakes if it needs some.
struct ZipBytes {
  /// A file in the archive.
  struct Entry {
    var name: String
    var contents: [UInt8]
    /// The packed bytes; those of `contents` without them.
    var packed: [UInt8]?
    var flags = 0
    var method = 0
    /// The size that the archive gives.
    var size: Int?
    var checksum: UInt32?
  }

  var entries: [Entry]

  /// An archive of files with these texts.
  init(_ files: KeyValuePairs<String, String>) {
    entries = files.map { Entry(name: $0.key, contents: Array($0.value.utf8)) }
  }

  /// The bytes of the archive.
  var bytes: [UInt8] {
    var result: [UInt8] = []
    var list: [UInt8] = []
    for entry in entries {
      let packed = entry.packed ?? entry.contents
      // Flags, method, time, day, checksum, both sizes, and the lengths of the name and of more.
      let common =
        Self.number(entry.flags, 2) + Self.number(entry.method, 2) + Self.number(0, 4)
        + Self.number(Int(entry.checksum ?? Checksum.crc32(entry.contents)), 4)
        + Self.number(packed.count, 4) + Self.number(entry.size ?? entry.contents.count, 4)
        + Self.number(entry.name.utf8.count, 2) + Self.number(0, 2)
      list += [0x50, 0x4b, 1, 2] + Self.number(20, 2) + Self.number(20, 2) + common
      list += Self.number(0, 10) + Self.number(result.count, 4) + Array(entry.name.utf8)
      result += [0x50, 0x4b, 3, 4] + Self.number(20, 2) + common + Array(entry.name.utf8) + packed
    }
    let start = result.count
    result += list + [0x50, 0x4b, 5, 6] + Self.number(0, 4) + Self.number(entries.count, 2)
    result += Self.number(entries.count, 2) + Self.number(list.count, 4) + Self.number(start, 4)
    return result + Self.number(0, 2)
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
