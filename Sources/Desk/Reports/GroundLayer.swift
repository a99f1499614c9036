internal import Geofence
internal import Notation
internal import RegionFiles

/// The ground below the regions of a map: plain lines, of which only those near the walk are embedded.
struct GroundLayer: Sendable {
  /// The elements.
  private(set) var svg = ""

  /// What is left out, in words.
  private(set) var omissions: [String] = []

  /// The maximum number of bytes that are embedded.
  static let most = 2_000_000

  /// Draws the lines of a file that are on a map.
  ///
  /// - Parameter most: The maximum number of bytes.
  init(_ ground: GroundFile?, on frame: MapFrame, most: Int = Self.most) {
    guard let ground else { return }
    let lines = ground.lines.flatMap { line in
      Self.shown(line.points.map(frame.point), in: frame.limit).map { (line.kind, $0) }
    }
    guard !lines.isEmpty else {
      omissions.append("\(Markup.text(ground.path)) has no line near the walk")
      return
    }
    // Half a pixel, and more where that is too much.
    var tolerance = frame.unitsPerPixel / 2
    svg = Self.drawing(lines, frame, tolerance)
    while svg.utf8.count > most, tolerance < 100 * frame.unitsPerPixel {
      tolerance *= 2
      svg = Self.drawing(lines, frame, tolerance)
    }
    if tolerance > frame.unitsPerPixel {
      omissions.append(
        "the lines of \(Markup.text(ground.path)) are simplified to fit into the page")
    }
    guard svg.utf8.count > most else { return }
    svg = ""
    omissions.append(
      "\(Markup.text(ground.path)) has too many lines near the walk; cut it to its surroundings")
  }

  private static func drawing(
    _ lines: [(kind: GroundFile.Kind, points: [LocalMap.Point])], _ frame: MapFrame,
    _ tolerance: Double
  ) -> String {
    var paths: [GroundFile.Kind: DrawnPath] = [:]
    for (kind, points) in lines {
      let places = Contour.simplified(points.map(frame.place), to: tolerance)
      paths[kind, default: DrawnPath()].line(places)
    }
    let drawn = GroundFile.Kind.allCases.reversed().compactMap { kind in
      paths[kind].map { "<path class=\"\(kind.rawValue)\" d=\"\($0.data)\"/>" }
    }
    return "<g class=\"ground\">\(drawn.joined())</g>"
  }

  /// The parts of a line that are on a map, each with the points just beyond its edge.
  private static func shown(
    _ points: [LocalMap.Point], in limit: MapFrame.Box
  ) -> [[LocalMap.Point]] {
    var parts: [[LocalMap.Point]] = []
    var isOpen = false
    for (start, end) in zip(points, points.dropFirst()) {
      var box = MapFrame.Box()
      box.add(start)
      box.add(end)
      // A line that is hundreds of kilometres long is not of this map, or crosses its seam.
      guard box.touches(limit), max(box.width, box.height) < 500_000 else {
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
