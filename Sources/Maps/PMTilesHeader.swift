internal import Geofence

/// The first 127 bytes of a file of PMTiles: its specification, version 3, section 3.
struct PMTilesHeader {
  /// A part of the file.
  struct Part: Hashable {
    let offset: UInt64
    let count: UInt64
  }

  /// The packing of parts.
  enum Packing: UInt64 {
    case unknown, none, gzip, brotli, zstd
  }

  let root: Part
  let metadata: Part
  let leaves: Part
  let tiles: Part
  let directoryPacking: Packing?
  let tilePacking: Packing?
  let tileType: UInt64
  let zooms: (least: Int, most: Int)
  let southWest: Coordinate
  let northEast: Coordinate

  static let count = 127

  /// Whether bytes begin as a file of PMTiles does.
  static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "PMTiles".utf8) }

  /// The version that a file names.
  static func version(_ bytes: [UInt8]) -> UInt8? { bytes.count > 7 ? bytes[7] : nil }

  init(_ bytes: [UInt8]) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes[...])
    _ = try reader.slice(8)
    root = try Self.part(&reader)
    metadata = try Self.part(&reader)
    leaves = try Self.part(&reader)
    tiles = try Self.part(&reader)
    // The numbers of tiles and entries, and whether they are in order.
    _ = try reader.slice(25)
    directoryPacking = Packing(rawValue: try reader.number(bytes: 1))
    tilePacking = Packing(rawValue: try reader.number(bytes: 1))
    tileType = try reader.number(bytes: 1)
    zooms = (Int(try reader.number(bytes: 1)), Int(try reader.number(bytes: 1)))
    southWest = try Self.position(&reader)
    northEast = try Self.position(&reader)
  }

  private static func part(_ reader: inout ByteReader) throws(ByteReader.Damaged) -> Part {
    Part(offset: try reader.number(bytes: 8), count: try reader.number(bytes: 8))
  }

  /// A position in units of 1e-7 degrees.
  private static func position(
    _ reader: inout ByteReader
  ) throws(ByteReader.Damaged) -> Coordinate {
    func degrees(_ bits: UInt64) -> Double {
      Double(Int32(truncatingIfNeeded: bits)) / 1e7
    }
    let longitude = degrees(try reader.number(bytes: 4))
    return Coordinate(latitude: degrees(try reader.number(bytes: 4)), longitude: longitude)
  }
}
