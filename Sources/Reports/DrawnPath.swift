internal import Outputs
internal import RegionFiles

/// The data of an SVG path in whole units, in the shortest form.
struct DrawnPath: Sendable {
  /// The value of the `d` attribute.
  private(set) var data = ""

  private var pen: Place?

  /// A point in units of the drawing.
  struct Place: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  /// Whether the path has no points.
  var isEmpty: Bool { data.isEmpty }

  /// Draws a line through the points; a line that begins at the end of the last one continues it.
  mutating func line(_ places: some Sequence<Place>, isClosed: Bool = false) {
    var isFirst = true
    for place in places {
      if isFirst {
        isFirst = false
        if pen == place, !isClosed { continue }
        data += "M\(place.x)\(Self.second(place.y))"
        pen = place
        continue
      }
      guard let from = pen else { continue }
      let (x, y) = (place.x - from.x, place.y - from.y)
      if x == 0, y == 0 { continue }
      data += "l\(x)\(Self.second(y))"
      pen = place
    }
    if isClosed, !isFirst {
      data += "z"
      pen = nil
    }
  }

  /// Draws a dot: a line of length 0, visible through its round ends.
  mutating func dot(_ place: Place) {
    data += "M\(place.x)\(Self.second(place.y))h0"
    pen = place
  }

  private static func second(_ number: Int) -> String { number < 0 ? "\(number)" : " \(number)" }
}
