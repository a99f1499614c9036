internal import Base
internal import Geofence
internal import Maps

/// The ground below the regions of a map: the tiles near the walk, which the page contains.
struct GroundTiles {
  /// The tiles, the lowest first, for the script that draws them.
  private(set) var tiles: [JSONLine] = []

  /// The omissions.
  private(set) var omissions: [PageNote] = []

  /// The credit for the data.
  private(set) var credit: String?

  private let file: PMTilesFile
  private let frame: MapFrame

  /// The maximum number of bytes that are embedded.
  static let most = 2_000_000

  /// The tiles of a file around a walk.
  ///
  /// - Parameter most: The maximum number of bytes.
  init(_ file: PMTilesFile, on frame: MapFrame, most: Int = Self.most) {
    self.file = file
    self.frame = frame
    read(most)
    if !tiles.isEmpty { credit = file.description.attribution }
  }

  // The maximum numbers of tiles for the walk itself: lines may be shown closer than pictures.
  private static let mostLineTiles = 64
  private static let mostImageTiles = 20
  // The maximum number of tiles for the walk with its surroundings.
  private static let mostTiles = 144

  private mutating func read(_ most: Int) {
    let isOfImages = file.description.kind == .images
    let lowest = file.description.zooms.lowerBound
    let ideal = deepest(isOfImages ? Self.mostImageTiles : Self.mostLineTiles)
    for zoom in (lowest...ideal).reversed() {
      for (index, box) in boxes.enumerated() {
        guard let near = tiles(in: box, zoom, most: most) else { continue }
        // Closer pictures lie above those of the surroundings.
        let below =
          index > 0 && isOfImages ? surroundings(of: zoom, most: most - near.bytes) : []
        tiles = below + near.tiles
        guard !tiles.isEmpty else {
          omissions.append(note("{file} has nothing near the walk"))
          return
        }
        return noteCut(zoom, isWhole: index == 0 || !below.isEmpty, ideal: isOfImages ? ideal : nil)
      }
    }
    omissions.append(note("no tile of {file} is small enough for the page"))
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
  private func deepest(_ most: Int) -> Int {
    let zooms = file.description.zooms
    return zooms.reversed().first { (cover(frame.view, $0)?.count ?? .max) <= most }
      ?? zooms.lowerBound
  }

  private mutating func noteCut(_ zoom: Int, isWhole: Bool, ideal: Int?) {
    if zoom < ideal ?? file.description.zooms.upperBound {
      omissions.append(
        note("{file} is drawn with the tiles of zoom {zoom}, to fit into the page", zoom: zoom))
    }
    if !isWhole { omissions.append(note("{file} is drawn only around the walk")) }
  }

  private func note(_ sentence: String, zoom: Int = 0) -> PageNote {
    PageNote(sentence, ["file": .string(file.path), "zoom": .count(zoom)])
  }

  private mutating func content(of tile: TileID) -> TileContent? {
    do throws(Problem) {
      return try file.content(of: tile)
    } catch {
      let words = PageNote(verbatim: error.description)
      // A few messages are enough where many tiles are damaged.
      if omissions.count < 8, !omissions.contains(words) { omissions.append(words) }
      return nil
    }
  }

  /// The tiles of a part of the map; `nil` when they have too many bytes.
  private mutating func tiles(
    in box: MapFrame.Box, _ zoom: Int, most: Int
  ) -> (tiles: [JSONLine], bytes: Int)? {
    guard let cover = cover(box, zoom), cover.count <= Self.mostTiles else { return nil }
    var drawn: [JSONLine] = []
    var bytes = 0
    for tile in cover.tiles {
      guard let content = content(of: tile) else { continue }
      var line = place(of: tile)
      switch content {
      case .image(let type, let picture):
        guard bytes + picture.count / 3 * 4 <= most else { return nil }
        line.add("image", "data:\(type);base64,\(Base64.text(picture))")
      case .lines(let lines):
        guard let drawing = TileDrawing(lines, on: tile) else { return nil }
        if drawing.json == TileDrawing.empty { continue }
        line.add("drawing", json: drawing.json)
      }
      bytes += line.text.utf8.count
      guard bytes <= most else { return nil }
      drawn.append(line)
    }
    return (drawn, bytes)
  }

  private mutating func surroundings(of zoom: Int, most: Int) -> [JSONLine] {
    let lowest = file.description.zooms.lowerBound
    for wider in stride(from: zoom - 2, through: lowest, by: -1) {
      if let drawn = tiles(in: frame.limit, wider, most: most) { return drawn.tiles }
    }
    return []
  }

  private func place(of tile: TileID) -> JSONLine {
    let start = frame.place(tile.place(0, 0).coordinate)
    let end = frame.place(tile.place(1, 1).coordinate)
    var line = JSONLine()
    line.add("at", [start.x, start.y, max(1, end.x - start.x), max(1, end.y - start.y)])
    return line
  }
}
