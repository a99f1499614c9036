internal import Geofence
internal import Maps
internal import Notation

/// The tiles of a map that a page needs.
struct GroundTileSource {
  private let tiles: PMTilesFile
  private let frame: MapFrame

  /// The omissions, in words.
  private(set) var omissions: [String] = []

  init(_ tiles: PMTilesFile, on frame: MapFrame) {
    self.tiles = tiles
    self.frame = frame
  }

  // The maximum numbers of tiles for the walk itself: lines may be shown closer than pictures.
  private static let mostLineTiles = 64
  private static let mostImageTiles = 20
  // The maximum number of tiles for the walk with its surroundings.
  private static let mostTiles = 144

  /// The lines and areas around the walk.
  mutating func lines() -> [GroundLine] {
    guard let zoom = deepest(Self.mostLineTiles) else { return [] }
    for (index, box) in boxes.enumerated() {
      guard let cover = cover(box, zoom), cover.count <= Self.mostTiles else { continue }
      noteCut(zoom, isWhole: index == 0)
      return cover.tiles.flatMap { tile -> [GroundLine] in
        guard case .lines(let lines)? = content(of: tile) else { return [] }
        return lines.flatMap { $0.parts(on: tile) }
      }
    }
    return []
  }

  /// The pictures around the walk; closer ones lie above those of the surroundings.
  mutating func images(most: Int) -> String {
    guard let ideal = deepest(Self.mostImageTiles) else { return "" }
    for zoom in (tiles.description.zooms.lowerBound...ideal).reversed() {
      for (index, box) in boxes.enumerated() {
        guard let drawn = images(box, zoom, most: most) else { continue }
        var below = ""
        if index > 0 { below = surroundings(of: zoom, most: most - drawn.utf8.count) }
        noteCut(zoom, isWhole: index == 0 || !below.isEmpty, ideal: ideal)
        return drawn.isEmpty ? "" : "<g class=\"ground\">\(below)\(drawn)</g>"
      }
    }
    omissions.append("no tile of \(Markup.text(tiles.path)) is small enough for the page")
    return ""
  }

  // MARK: Choice of tiles

  /// The areas to cover, from all of the map to the shown part.
  private var boxes: [MapFrame.Box] {
    let size = max(frame.view.width, frame.view.height)
    return [
      frame.limit, frame.view.enlarged(by: size), frame.view.enlarged(by: size / 3), frame.view,
    ]
  }

  private func cover(_ box: MapFrame.Box, _ zoom: Int) -> TileCover? {
    let corners = [box.west, box.east].flatMap { east in
      [box.south, box.north].map { LocalMap.Point(east: east, north: $0) }
    }
    return TileCover(corners.map { MapPlace(frame.coordinate($0)) }, zoom: zoom)
  }

  /// The deepest zoom at which the walk needs at most this number of tiles.
  private func deepest(_ most: Int) -> Int? {
    let zooms = tiles.description.zooms
    return zooms.reversed().first { (cover(frame.view, $0)?.count ?? .max) <= most }
      ?? zooms.lowerBound
  }

  private mutating func noteCut(_ zoom: Int, isWhole: Bool, ideal: Int? = nil) {
    let path = Markup.text(tiles.path)
    if zoom < ideal ?? tiles.description.zooms.upperBound {
      omissions.append("\(path) is drawn with the tiles of zoom \(zoom), to fit into the page")
    }
    if !isWhole { omissions.append("\(path) is drawn only around the walk") }
  }

  private mutating func content(of tile: TileID) -> TileContent? {
    do throws(Problem) {
      return try tiles.content(of: tile)
    } catch {
      let words = Markup.text(error.description)
      // A few messages are enough where many tiles are damaged.
      if omissions.count < 8, !omissions.contains(words) { omissions.append(words) }
      return nil
    }
  }

  // MARK: Pictures

  /// The pictures of a part of the map; `nil` when they have too many bytes.
  private mutating func images(_ box: MapFrame.Box, _ zoom: Int, most: Int) -> String? {
    guard let cover = cover(box, zoom), cover.count <= Self.mostTiles else { return nil }
    var drawn = ""
    for tile in cover.tiles {
      guard case .image(let type, let bytes)? = content(of: tile) else { continue }
      guard drawn.utf8.count + bytes.count / 3 * 4 + 200 <= most else { return nil }
      drawn += element(tile, type, bytes)
    }
    return drawn
  }

  private mutating func surroundings(of zoom: Int, most: Int) -> String {
    let zooms = tiles.description.zooms
    for wider in stride(from: zoom - 2, through: zooms.lowerBound, by: -1) {
      if let drawn = images(frame.limit, wider, most: most) { return drawn }
    }
    return ""
  }

  private func element(_ tile: TileID, _ type: String, _ bytes: [UInt8]) -> String {
    let start = frame.place(tile.place(0, 0).coordinate)
    let end = frame.place(tile.place(1, 1).coordinate)
    return """
      <image x="\(start.x)" y="\(start.y)" width="\(max(1, end.x - start.x))" \
      height="\(max(1, end.y - start.y))" preserveAspectRatio="none" \
      href="data:\(type);base64,\(Base64.text(bytes))"/>
      """
  }
}
