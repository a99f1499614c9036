internal import Geofence
import Glibc
internal import System

/// Writes PMTiles, version 3: the tiles as they come, and in the end what leads to them.
struct PMTilesWriter {
  private let file: OpenFile
  private var entries: [PMTilesDirectory.Entry] = []
  private var end = Self.start
  private var contents: UInt64 = 0

  // The header and the root directory are within the first 16 KiB of a file.
  private static let start: UInt64 = 1 << 14

  // Entries of a leaf directory.
  private static let longestLeaf = 1024

  /// Creates a file, or empties the one at this path.
  init(path: String) throws(SystemError) {
    file = try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
  }

  /// Adds a tile with new bytes.
  ///
  /// - Parameter number: The number of the tile, larger than those before.
  /// - Returns: The place of the bytes among the tiles.
  mutating func add(_ number: UInt64, _ bytes: [UInt8]) throws(SystemError) -> PMTilesHeader.Part {
    try file.write(bytes, at: Int(end))
    let part = PMTilesHeader.Part(offset: end - Self.start, count: UInt64(bytes.count))
    end += part.count
    contents += 1
    add(number, at: part)
    return part
  }

  /// Adds a tile whose bytes another tile has, too.
  mutating func add(_ number: UInt64, at part: PMTilesHeader.Part) {
    entries.append(PMTilesDirectory.Entry(first: number, run: 1, part: part))
  }

  /// Ends the file, which is on the disk then.
  ///
  /// - Parameters:
  ///   - metadata: The metadata as JSON, not packed.
  ///   - like: The header of the map that the tiles are from.
  mutating func finish(
    metadata: [UInt8], like header: PMTilesHeader, southWest: Coordinate, northEast: Coordinate
  ) throws(SystemError) {
    var leaves: [UInt8] = []
    var root: [PMTilesDirectory.Entry] = []
    for start in stride(from: 0, to: entries.count, by: Self.longestLeaf) {
      let leaf = entries[start..<min(start + Self.longestLeaf, entries.count)]
      let bytes = PMTilesDirectory.bytes(of: leaf)
      let part = PMTilesHeader.Part(offset: UInt64(leaves.count), count: UInt64(bytes.count))
      root.append(PMTilesDirectory.Entry(first: entries[start].first, part: part))
      leaves += bytes
    }
    let rootBytes = PMTilesDirectory.bytes(of: root[...])
    func part(_ offset: UInt64, _ count: Int) -> PMTilesHeader.Part {
      PMTilesHeader.Part(offset: offset, count: UInt64(count))
    }
    let metadataPart = part(end, metadata.count)
    let leavesPart = part(end + metadataPart.count, leaves.count)
    try file.write(metadata, at: Int(metadataPart.offset))
    try file.write(leaves, at: Int(leavesPart.offset))
    var head = Array("PMTiles".utf8) + [3]
    for part in [
      part(UInt64(PMTilesHeader.count), rootBytes.count), metadataPart, leavesPart,
      PMTilesHeader.Part(offset: Self.start, count: end - Self.start),
    ] {
      head.append(part.offset, bytes: 8)
      head.append(part.count, bytes: 8)
    }
    for number in [UInt64(entries.count), UInt64(entries.count), contents] {
      head.append(number, bytes: 8)
    }
    // Tiles that share their bytes are not in the order of their numbers.
    head.append(contents == UInt64(entries.count) ? 1 : 0, bytes: 1)
    head.append(PMTilesHeader.Packing.none.rawValue, bytes: 1)
    head.append((header.tilePacking ?? .unknown).rawValue, bytes: 1)
    head.append(header.tileType, bytes: 1)
    for zoom in [header.zooms.least, header.zooms.most] { head.append(UInt64(zoom), bytes: 1) }
    for place in [southWest, northEast] { head.append(place) }
    head.append(UInt64(header.zooms.most), bytes: 1)
    head.append(
      Coordinate(
        latitude: (southWest.latitude + northEast.latitude) / 2,
        longitude: (southWest.longitude + northEast.longitude) / 2))
    try file.write(head + rootBytes, at: 0)
    try file.sync()
  }
}

extension PMTilesDirectory {
  /// The bytes of a directory with these entries.
  static func bytes(of entries: ArraySlice<Entry>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes.append(varint: entry.first - last)
      last = entry.first
    }
    for entry in entries { bytes.append(varint: entry.run) }
    for entry in entries { bytes.append(varint: entry.part.count) }
    for entry in entries { bytes.append(varint: entry.part.offset + 1) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number with its lowest byte first.
  fileprivate mutating func append(_ number: UInt64, bytes count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
  }

  /// Appends a position in units of 1e-7 degrees.
  fileprivate mutating func append(_ place: Coordinate) {
    for degrees in [place.longitude, place.latitude] {
      append(UInt64(bitPattern: Int64((degrees * 1e7).rounded())), bytes: 4)
    }
  }

  /// Appends a number in groups of seven bits, the lowest first.
  fileprivate mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
