internal import Geofence
internal import Maps
internal import Notation
internal import RegionFiles

/// The ground below the regions of a map: only the part of a file near the walk is embedded.
struct GroundLayer: Sendable {
  /// The elements.
  private(set) var svg = ""

  /// The omissions, in words.
  private(set) var omissions: [String] = []

  /// The credit for the data, as markup.
  private(set) var credit = ""

  /// Whether the layer has pictures.
  private(set) var hasImages = false

  /// The maximum number of bytes that are embedded.
  static let most = 2_000_000

  /// Draws the part of a map around a walk.
  ///
  /// - Parameter most: The maximum number of bytes.
  init(_ map: PMTilesFile?, on frame: MapFrame, most: Int = Self.most) {
    guard let map else { return }
    var source = GroundTileSource(map, on: frame)
    if map.description.kind == .images {
      svg = source.images(most: most)
      hasImages = !svg.isEmpty
      if svg.isEmpty { noteNothing(in: map.path) }
    } else {
      draw(source.lines(), of: map.path, frame, most)
    }
    omissions += source.omissions
    if !svg.isEmpty { credit = Markup.text(map.description.attribution) }
  }

  private mutating func noteNothing(in path: String) {
    omissions.append("\(Markup.text(path)) has nothing near the walk")
  }

  private mutating func draw(
    _ all: [GroundLine], of path: String, _ frame: MapFrame, _ most: Int
  ) {
    let lines = all.flatMap { line in Self.shown(line, on: frame).map { (line, $0) } }
    guard !lines.isEmpty else { return noteNothing(in: path) }
    // Half a pixel; more where the drawing has too many bytes.
    var tolerance = frame.unitsPerPixel / 2
    svg = Self.drawing(lines, frame, tolerance)
    while svg.utf8.count > most, tolerance < 100 * frame.unitsPerPixel {
      tolerance *= 2
      svg = Self.drawing(lines, frame, tolerance)
    }
    if tolerance > frame.unitsPerPixel {
      omissions.append("the lines of \(Markup.text(path)) are simplified to fit into the page")
    }
    guard svg.utf8.count > most else { return }
    svg = ""
    omissions.append(
      "\(Markup.text(path)) has too many lines near the walk; cut it to its surroundings")
  }

  private struct Key: Hashable {
    let kind: GroundLine.Kind
    let isArea: Bool
  }

  private static func drawing(
    _ lines: [(line: GroundLine, points: [LocalMap.Point])], _ frame: MapFrame,
    _ tolerance: Double
  ) -> String {
    var paths: [Key: DrawnPath] = [:]
    for (line, points) in lines {
      let places = Contour.simplified(points.map(frame.place), to: tolerance)
      paths[Key(kind: line.kind, isArea: line.isArea), default: DrawnPath()].line(
        places, isClosed: line.isArea)
    }
    var drawn = ""
    for isArea in [true, false] {
      for kind in GroundLine.Kind.allCases.reversed() {
        guard let path = paths[Key(kind: kind, isArea: isArea)] else { continue }
        let style = "\(kind.rawValue)\(isArea ? " fill" : "")"
        drawn += "<path class=\"\(style)\" d=\"\(path.data)\"/>"
      }
    }
    return "<g class=\"ground\">\(drawn)</g>"
  }

  /// The parts of a line or an area that are on a map.
  private static func shown(_ line: GroundLine, on frame: MapFrame) -> [[LocalMap.Point]] {
    let points = line.points.map { frame.point($0.coordinate) }
    guard line.isArea else { return shown(points, in: frame.limit) }
    var box = MapFrame.Box()
    for point in points { box.add(point) }
    guard box.touches(frame.limit), max(box.width, box.height) < longest else { return [] }
    let ring = Contour.cut(points, to: frame.limit)
    return ring.count > 2 ? [ring] : []
  }

  // In metres: a longer line is not part of this map, or crosses its seam.
  private static let longest = 500_000.0

  /// The parts of a line that are on a map, each with the points just beyond the map's edge.
  private static func shown(
    _ points: [LocalMap.Point], in limit: MapFrame.Box
  ) -> [[LocalMap.Point]] {
    var parts: [[LocalMap.Point]] = []
    var isOpen = false
    for (start, end) in zip(points, points.dropFirst()) {
      var box = MapFrame.Box()
      box.add(start)
      box.add(end)
      guard box.touches(limit), max(box.width, box.height) < longest else {
        isOpen = false
        continue
      }
      if !isOpen { parts.append([start]) }
      parts[parts.count - 1].append(end)
      isOpen = true
    }
    return parts
  }
}
