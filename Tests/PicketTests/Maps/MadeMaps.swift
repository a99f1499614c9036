import Foundation
@testable import Maps
import Testing

/// Maps that are made for a test, with geometry of their own.
enum MadeMaps {
  /// A number in groups of seven bits.
  static func varint(_ number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// A field of a protocol buffer that has bytes.
  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  /// The commands for one line or ring.
  static func geometry(_ points: [(Int, Int)], isArea: Bool) -> [UInt8] {
    var pen = (0, 0)
    var bytes: [UInt8] = []
    for (index, point) in points.enumerated() {
      if index == 0 { bytes += varint(1 << 3 | 1) }
      if index == 1 { bytes += varint(UInt64(points.count - 1) << 3 | 2) }
      for step in [point.0 - pen.0, point.1 - pen.1] {
        bytes += varint(UInt64(UInt32(bitPattern: Int32(step << 1 ^ step >> 31))))
      }
      pen = point
    }
    return bytes + (isArea ? varint(1 << 3 | 7) : [])
  }

  /// A layer with one feature, which may have a tag.
  static func layer(
    _ name: String, _ points: [(Int, Int)], isArea: Bool = false, tag: (String, String)? = nil
  ) -> [UInt8] {
    var feature = field(3, isArea ? 3 : 2) + field(4, geometry(points, isArea: isArea))
    if tag != nil { feature = field(2, [0, 0]) + feature }
    var layer = field(15, 2) + field(1, Array(name.utf8)) + field(2, feature)
    if let tag {
      layer += field(3, Array(tag.0.utf8)) + field(4, field(1, Array(tag.1.utf8)))
    }
    return field(3, layer + field(5, 4096))
  }

  /// A layer with one place, which has a name.
  static func place(_ name: String, at point: (Int, Int)) -> [UInt8] {
    let feature = field(2, [0, 0]) + field(3, 1) + field(4, geometry([point], isArea: false))
    let layer =
      field(15, 2) + field(1, Array("place".utf8)) + field(2, feature)
      + field(3, Array("name".utf8)) + field(4, field(1, Array(name.utf8))) + field(5, 4096)
    return field(3, layer)
  }

  private static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// An entry of a directory: a run of zero leads to a directory.
  struct Entry {
    var first: UInt64
    var run: UInt64 = 1
    var length: UInt64
    var offset: UInt64
  }

  static func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.first &- last)
      last = entry.first
    }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(entry.length) }
    for entry in entries { bytes += varint(entry.offset + 1) }
    return bytes
  }

  /// A file of PMTiles, whose parts are unpacked unless they are given packed.
  static func pmtiles(
    root: [UInt8], leaves: [UInt8] = [], tiles: [UInt8], metadata: String = "{}",
    type: UInt8 = 1, packing: UInt8 = 1, zooms: (UInt8, UInt8) = (0, 14)
  ) -> [UInt8] {
    let parts = [root, Array(metadata.utf8), leaves, tiles]
    var bytes = Array("PMTiles".utf8) + [3]
    var offset: UInt64 = 127
    for part in parts {
      bytes += number(offset, 8) + number(UInt64(part.count), 8)
      offset += UInt64(part.count)
    }
    bytes += [UInt8](repeating: 0, count: 24) + [0, packing, 1, type, zooms.0, zooms.1]
    for degrees in [-180.0, -85, 180, 85] {
      bytes += number(UInt64(UInt32(bitPattern: Int32(degrees * 1e7))), 4)
    }
    bytes += [UInt8](repeating: 0, count: 9)
    return bytes + parts.joined()
  }

  /// A file of PMTiles with these tiles.
  static func pmtiles(
    _ tiles: [(TileID, [UInt8])], metadata: String = "{}", type: UInt8 = 1,
    zooms: (UInt8, UInt8) = (0, 14)
  ) -> [UInt8] {
    var data: [UInt8] = []
    var entries: [Entry] = []
    for (tile, bytes) in tiles.sorted(by: { $0.0.number < $1.0.number }) {
      entries.append(
        Entry(first: tile.number, length: UInt64(bytes.count), offset: UInt64(data.count)))
      data += bytes
    }
    return pmtiles(
      root: directory(entries), tiles: data, metadata: metadata, type: type, zooms: zooms)
  }

  /// A PNG of one pixel.
  static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVO"
        + "RK5CYII=") ?? Data()

  /// The standard output of a script in Python.
  static func python(_ script: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return data
  }

  /// Bytes packed by gzip.
  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    return Array(
      try python(
        "import sys,gzip; sys.stdout.buffer.write(gzip.compress(bytes.fromhex(sys.argv[1])))", hex))
  }

  /// Makes a database of SQLite by some statements.
  static func database(_ path: String, _ statements: String) throws {
    _ = try python(
      "import sys,sqlite3; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])", path,
      statements)
  }
}
