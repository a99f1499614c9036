internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The regions of a map: those nearest to the track, the largest below the others.
struct RegionLayer: Sendable {
  /// The elements.
  private(set) var svg = ""

  /// The drawings, the most important first.
  private(set) var drawings: [RegionDrawing] = []

  /// The omissions, in words.
  private(set) var omissions: [String] = []

  /// Draws regions.
  ///
  /// - Parameter approaches: The least distance of the carrier from each region, in metres.
  init(_ regions: [Region], approaches: [Double?], on frame: MapFrame) {
    for (index, region) in regions.enumerated() {
      let drawing = RegionDrawing(index, region, approach: approaches[index], on: frame)
      if drawing.box.touches(frame.limit) { drawings.append(drawing) }
    }
    drawings.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
    if drawings.count > Self.mostRegions {
      omissions.append(
        "the map shows \(Self.mostRegions) of \(regions.count) regions, the nearest to the track")
      drawings.removeLast(drawings.count - Self.mostRegions)
    }
    simplify(on: frame)
    let indices = Dictionary(regions.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let drawn = Set(drawings.map(\.index))
    let bodies = drawings.sorted { ($0.size, $1.index) > ($1.size, $0.index) }.map { drawing in
      drawing.svg(
        excluding: drawing.region.exclude.compactMap { indices[$0] }.filter(drawn.contains))
    }
    svg = "<g class=\"regions\">\(bodies.joined())</g>"
  }

  /// Leaves out corners until all drawings together have at most `mostCorners`.
  private mutating func simplify(on frame: MapFrame) {
    // Before zooming in, details of less than half a pixel are invisible.
    var tolerance = frame.unitsPerPixel * frame.unit / 4
    for drawing in drawings.indices { drawings[drawing].simplify(to: tolerance) }
    while drawings.reduce(0, { $0 + $1.count }) > Self.mostCorners {
      tolerance *= 2
      for drawing in drawings.indices { drawings[drawing].simplify(to: tolerance) }
    }
  }

  private static let mostRegions = 250
  private static let mostCorners = 20_000
}
