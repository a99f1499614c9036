internal import Base
internal import Board
internal import Geofence
internal import Picket

/// The lines of a shape on the map, without invisible details and parts outside the map.
struct Contour: Sendable {
  /// The lines on the map, in metres.
  private(set) var lines: [[LocalMap.Point]]

  /// Creates the outline of a shape on a map.
  init(_ shape: Shape, on frame: MapFrame) {
    lines = shape.chains.map { $0.map(frame.point) }
  }

  /// The box around the lines.
  var box: MapFrame.Box {
    var box = MapFrame.Box()
    for point in lines.joined() { box.add(point) }
    return box
  }

  /// The number of points.
  var count: Int { lines.reduce(0) { $0 + $1.count } }

  /// The same lines, without points within this distance of a line through the remaining ones.
  func simplified(to tolerance: Double) -> Contour {
    var copy = self
    copy.lines = lines.map { line in
      Simplification.places(of: line, tolerance: tolerance).map { line[$0] }
    }
    return copy
  }

  /// The lines without the parts outside a box.
  func borders(within box: MapFrame.Box) -> [[LocalMap.Point]] {
    var parts: [[LocalMap.Point]] = []
    for line in lines {
      var part: [LocalMap.Point] = []
      for (start, end) in zip(line, line.dropFirst()) {
        var edge = MapFrame.Box()
        edge.add(start)
        edge.add(end)
        if edge.touches(box) {
          if part.isEmpty { part.append(start) }
          part.append(end)
        } else if !part.isEmpty {
          parts.append(part)
          part = []
        }
      }
      if !part.isEmpty { parts.append(part) }
    }
    return parts
  }

  /// The lines as closed rings, clipped to a box.
  func areas(within box: MapFrame.Box) -> [[LocalMap.Point]] {
    var all = MapFrame.Box()
    for point in lines.joined() { all.add(point) }
    if box.contains(all) { return lines }
    return lines.map { Self.cut($0, to: box) }.filter { $0.count > 2 }
  }

  // I. Sutherland, G. Hodgman, "Reentrant polygon clipping" (1974).
  static func cut(_ ring: [LocalMap.Point], to box: MapFrame.Box) -> [LocalMap.Point] {
    let sides: [(LocalMap.Point) -> Double] = [
      { $0.east - box.west }, { box.east - $0.east }, { $0.north - box.south },
      { box.north - $0.north },
    ]
    var points = ring
    for side in sides {
      guard let last = points.last else { return [] }
      var kept: [LocalMap.Point] = []
      var previous = last
      for point in points {
        let (before, now) = (side(previous), side(point))
        if (before < 0) != (now < 0) {
          let share = before / (before - now)
          kept.append(
            LocalMap.Point(
              east: previous.east + share * (point.east - previous.east),
              north: previous.north + share * (point.north - previous.north)))
        }
        if now >= 0 { kept.append(point) }
        previous = point
      }
      points = kept
    }
    return points
  }
}
