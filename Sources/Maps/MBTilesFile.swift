internal import Geofence
internal import Notation

/// A map in a database: MBTiles, version 1.3.
final class MBTilesFile: TileSet {
  let path: String
  let description: MapDescription

  private let database: Database

  init(path: String) throws(Problem) {
    self.path = path
    database = try Database(path: path, longestValue: TileFailure.longestTile)
    let metadata = try Self.metadata(database)
    var zooms = ["minzoom", "maxzoom"].compactMap { metadata[$0].flatMap { Int($0) } }
    if zooms.count < 2 {
      let row = try database.rows("SELECT min(zoom_level), max(zoom_level) FROM tiles", most: 1)
      zooms = row.flatMap { [$0.first, $0.second] }.compactMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
    }
    guard zooms.count == 2, zooms[0] <= zooms[1], 0...TileID.deepest ~= zooms[0],
      zooms[1] <= TileID.deepest
    else { throw TileFailure.damaged(path, "there is no tile in it") }
    let corners = Self.corners(metadata["bounds"] ?? "")
    description = MapDescription(
      kind: try Self.kind(metadata["format"], path), zooms: zooms[0]...zooms[1],
      southWest: corners.southWest, northEast: corners.northEast,
      attribution: metadata["attribution"] ?? "")
  }

  func bytes(of tile: TileID) throws(Problem) -> [UInt8]? {
    // MBTiles count rows from the south.
    let row = (1 << tile.zoom) - 1 - tile.row
    let found = try database.rows(
      "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
      [tile.zoom, tile.column, row], most: 1)
    return found.first?.first
  }

  private static func metadata(_ database: Database) throws(Problem) -> [String: String] {
    // Longer values have no meaning here: the longest is an attribution.
    let rows = try database.rows(
      "SELECT name, value FROM metadata WHERE name IN ('format', 'minzoom', 'maxzoom', 'bounds', "
        + "'attribution') AND length(value) <= 4096", most: 20)
    let pairs = rows.map {
      (String(decoding: $0.first, as: UTF8.self), String(decoding: $0.second, as: UTF8.self))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func kind(
    _ format: String?, _ path: String
  ) throws(Problem) -> MapDescription.Kind {
    switch format {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile": return .vectors
    case "png", "jpg", "jpeg", "webp", "image/png", "image/jpeg", "image/webp", nil:
      return .images
    case let other?:
      throw Problem(
        file: path, wrong: "its tiles are of the format \(other.quoted)",
        remedy: "give one with vector tiles (pbf), png, jpg or webp")
    }
  }

  /// The corners out of west, south, east, north; the whole earth when they are missing.
  private static func corners(_ text: String) -> (southWest: Coordinate, northEast: Coordinate) {
    let numbers = text.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
    if numbers.count == 4 {
      let southWest = Coordinate(latitude: numbers[1], longitude: numbers[0])
      let northEast = Coordinate(latitude: numbers[3], longitude: numbers[2])
      // tilemaker writes four zeros for unknown bounds.
      if southWest.isValid, northEast.isValid, numbers[0] < numbers[2], numbers[1] < numbers[3] {
        return (southWest, northEast)
      }
    }
    return (
      Coordinate(latitude: -85, longitude: -180), Coordinate(latitude: 85, longitude: 180)
    )
  }
}
