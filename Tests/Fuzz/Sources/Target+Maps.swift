@testable import Base
import Geofence
@testable import Maps

extension Target {
  /// A map is read and drawn, or the problem is one line.
  func checkMaps(_ bytes: [UInt8]) {
    let folder = Folder(files: ["map": bytes])
    do throws(Problem) {
      check(try PMTilesFile(path: "\(folder.path)/map"))
    } catch {
      check(error)
    }
    guard let tile = TileID(zoom: 14, column: 8875, row: 5736) else { return }
    if let lines = (try? VectorTile(bytes, of: tile))?.lines { check(lines, on: tile) }
  }

  private func check(_ problem: Problem) {
    expect(!problem.description.utf8.contains(0x0a), "more than one line: \(problem)")
  }

  /// Checks some tiles of the least and of the greatest zoom.
  private func check(_ tiles: PMTilesFile) {
    expect(!tiles.description.attribution.utf8.contains(0x0a), "more than one line")
    for zoom in [tiles.description.zooms.lowerBound, tiles.description.zooms.upperBound] {
      for place in 0..<4 {
        let last = (1 << zoom) - 1
        guard let tile = TileID(zoom: zoom, column: min(place & 1, last), row: min(place / 2, last))
        else { continue }
        do throws(Problem) {
          if case .lines(let lines)? = try tiles.content(of: tile) { check(lines, on: tile) }
        } catch {
          check(error)
        }
      }
    }
  }

  private func check(_ lines: [GroundLine], on tile: TileID) {
    for part in lines.flatMap({ $0.parts(on: tile) }) {
      for point in part.points {
        let (x, y) = (
          (point.x - tile.corner.x) / tile.width, (point.y - tile.corner.y) / tile.width
        )
        expect(-1e-6...1.000001 ~= x && -1e-6...1.000001 ~= y, "outside: \(x), \(y)")
      }
    }
    if let drawing = TileDrawing(lines, on: tile) { expectJSON(drawing.json) }
  }
}
