package import Base
internal import Geofence
import Glibc

/// A map in one file of PMTiles, version 3.
///
/// - Important: Must only be accessed on one queue at a time.
package final class PMTilesFile {
  /// The path of the file, for a message.
  package let path: String

  package let description: MapDescription

  private let header: PMTilesHeader

  private let file: OpenFile
  private let root: PMTilesDirectory
  // The directories that were used last, the latest at the end.
  private var leaves: [(part: PMTilesHeader.Part, directory: PMTilesDirectory)] = []

  private static let mostLeaves = 4
  // Directories lead to directories at most this often: the specification has one step.
  private static let deepest = 3
  // In bytes, packed and unpacked.
  private static let longestPacked = 1 << 20
  private static let longestDirectory = 1 << 22

  /// Opens a map.
  ///
  /// - Throws: `Problem` when the file is not PMTiles, or damaged.
  package init(path: String) throws(Problem) {
    let file = try Self.open(path)
    self.file = file
    self.path = path
    let head = try Self.read(file, PMTilesHeader.Part(offset: 0, count: 127), path)
    if let version = PMTilesHeader.version(head), version != 3 {
      throw Problem(
        file: path, wrong: "this is PMTiles of version \(version)",
        remedy: "convert it to version 3, with pmtiles convert")
    }
    do throws(ByteReader.Damaged) {
      header = try PMTilesHeader(head)
    } catch {
      throw TileFailure.damaged(path, "the file ends in its header")
    }
    guard header.directoryPacking == .gzip || header.directoryPacking == PMTilesHeader.Packing.none,
      header.tilePacking != .brotli, header.tilePacking != .zstd
    else {
      throw Problem(
        file: path, wrong: "its tiles are packed by brotli or zstd",
        remedy: "make the map again with gzip")
    }
    let (end, isOver) = header.tiles.offset.addingReportingOverflow(header.tiles.count)
    if let size = try? file.status().st_size, isOver || end > UInt64(clamping: size) {
      throw TileFailure.damaged(path, "it ends before its tiles do")
    }
    root = try Self.directory(file, header.root, header.directoryPacking, path)
    description = try Self.description(header, file, path)
  }

  /// The bytes of a tile, packed or not; `nil` when the map has none.
  ///
  /// - Throws: `Problem` when the file is damaged there.
  func bytes(of tile: TileID) throws(Problem) -> [UInt8]? {
    guard let part = try part(of: tile.number) else { return nil }
    guard part.count <= TileFailure.longestTile else { throw TileFailure.tooLong(path, tile) }
    return try Self.read(file, try self.part(part, of: header.tiles), path)
  }

  /// The place of the tile with a number among the tiles; `nil` when the map has none.
  private func part(of number: UInt64) throws(Problem) -> PMTilesHeader.Part? {
    var directory = root
    for _ in 0...Self.deepest {
      switch directory.find(number) {
      case nil: return nil
      case .tile(let part)?: return part
      case .directory(let part)?: directory = try leaf(part)
      }
    }
    throw TileFailure.damaged(path, "its directories are nested too deeply")
  }

  private func leaf(_ part: PMTilesHeader.Part) throws(Problem) -> PMTilesDirectory {
    if let known = leaves.firstIndex(where: { $0.part == part }) {
      leaves.append(leaves.remove(at: known))
      return leaves[leaves.count - 1].directory
    }
    let directory = try Self.directory(
      file, try self.part(part, of: header.leaves), header.directoryPacking, path)
    if leaves.count >= Self.mostLeaves { leaves.removeFirst() }
    leaves.append((part, directory))
    return directory
  }

  /// A part of a part of the file.
  private func part(
    _ inner: PMTilesHeader.Part, of outer: PMTilesHeader.Part
  ) throws(Problem) -> PMTilesHeader.Part {
    let (offset, isOver) = outer.offset.addingReportingOverflow(inner.offset)
    guard !isOver else { throw TileFailure.damaged(path, "it names a place beyond its end") }
    return PMTilesHeader.Part(offset: offset, count: inner.count)
  }

  // MARK: Reading

  /// Opens the file, if it begins as PMTiles does.
  private static func open(_ path: String) throws(Problem) -> OpenFile {
    let file: OpenFile
    let start: [UInt8]
    do throws(SystemError) {
      file = try OpenFile(file: path, O_RDONLY)
      start = try file.contents(upTo: PMTilesHeader.count)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR:
        throw Problem(file: path, wrong: "there is no such file", remedy: "give a map: PMTiles")
      case EISDIR, OpenFile.notAFile, ENXIO:
        throw Problem(
          file: path, wrong: "this is not a file", remedy: "give the path of a map: PMTiles")
      case EACCES:
        throw Problem(
          file: path, wrong: "the file may not be read", remedy: "let this user read it")
      default: throw Problem(file: path, wrong: "the file cannot be read: \(error.reason)")
      }
    }
    guard !PMTilesHeader.begins(start) else { return file }
    let text = start.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let known =
      start.starts(with: "SQLite format 3".utf8)
      ? "MBTiles" : text.first == UInt8(ascii: "{") ? "GeoJSON" : nil
    guard let known else {
      throw Problem(file: path, wrong: "this is not PMTiles", remedy: "give a map as PMTiles")
    }
    throw Problem(
      file: path, wrong: "this is \(known), which is not drawn",
      remedy: "convert it to PMTiles with board/map in Picket's sources")
  }

  private static func read(
    _ file: OpenFile, _ part: PMTilesHeader.Part, _ path: String
  ) throws(Problem) -> [UInt8] {
    guard part.count <= longestPacked * 2, part.offset < 1 << 62 else {
      throw TileFailure.damaged(path, "a part of it is too long")
    }
    do throws(SystemError) {
      let bytes = try file.contents(from: Int(part.offset), upTo: Int(part.count))
      if bytes.count == Int(part.count) { return bytes }
    } catch {
      throw Problem(file: path, wrong: "the file cannot be read: \(error.reason)")
    }
    throw TileFailure.damaged(path, "it ends before a part that it names")
  }

  private static func directory(
    _ file: OpenFile, _ part: PMTilesHeader.Part, _ packing: PMTilesHeader.Packing?, _ path: String
  ) throws(Problem) -> PMTilesDirectory {
    guard part.count <= longestPacked else {
      throw TileFailure.damaged(path, "a directory is too long")
    }
    var bytes = try read(file, part, path)
    if packing == .gzip { bytes = try TileFailure.unpacked(bytes, longestDirectory, path) }
    do throws(ByteReader.Damaged) {
      return try PMTilesDirectory(bytes)
    } catch {
      throw TileFailure.damaged(path, "a directory cannot be read")
    }
  }

  private static func description(
    _ header: PMTilesHeader, _ file: OpenFile, _ path: String
  ) throws(Problem) -> MapDescription {
    let kind: MapDescription.TileFormat
    switch header.tileType {
    case 1: kind = .vectors
    case 2, 3, 4: kind = .images
    default:
      throw Problem(
        file: path, wrong: "its tiles are of a type that is not drawn",
        remedy: "give one with vector tiles, PNG, JPEG or WebP")
    }
    guard header.zooms.least <= header.zooms.most, header.zooms.most <= TileID.deepest,
      header.southWest.isValid, header.northEast.isValid
    else { throw TileFailure.damaged(path, "its header has wrong zooms or bounds") }
    let text = String(decoding: metadata(header, file, path), as: UTF8.self)
    return MapDescription(
      kind: kind, zooms: header.zooms.least...header.zooms.most, southWest: header.southWest,
      northEast: header.northEast,
      attribution: (try? JSON.parse(text))?.object?["attribution"]?.string ?? "")
  }

  /// The map is drawn even if some of its metadata cannot be read.
  private static func metadata(
    _ header: PMTilesHeader, _ file: OpenFile, _ path: String
  ) -> [UInt8] {
    var metadata = (try? read(file, header.metadata, path)) ?? []
    if Unpacking.isPacked(metadata) {
      metadata = (try? TileFailure.unpacked(metadata, longestPacked, path)) ?? []
    }
    return Array(metadata.prefix(longestPacked))
  }
}
