/// Finds room for labels that must not overlap, in pixels of a map of nominal width.
struct Placement: Sendable {
  /// A label's rectangle.
  struct Spot: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func overlaps(_ other: Spot) -> Bool {
      abs(x - other.x) * 2 < width + other.width && abs(y - other.y) * 2 < height + other.height
    }
  }

  private var reserved: [Spot] = []

  /// Reserves the first free rectangle among candidates; `nil` when none is free.
  mutating func reserve(_ candidates: [Spot]) -> Spot? {
    guard let free = candidates.first(where: { spot in !reserved.contains { $0.overlaps(spot) } })
    else { return nil }
    reserved.append(free)
    return free
  }

  /// Keeps a rectangle free of labels.
  mutating func block(_ spot: Spot) { reserved.append(spot) }

  /// Rectangles around a point, the nearest first.
  static func around(
    x: Double, y: Double, width: Double, height: Double, from least: Double
  ) -> [Spot] {
    let directions = [
      (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (0, -1.0), (1.0, 0), (-1.0, 0), (0, 1.0),
      (0.4, -0.9), (-0.4, -0.9), (0.9, -0.4), (-0.9, -0.4), (0.9, 0.4), (-0.9, 0.4), (0.4, 0.9),
      (-0.4, 0.9),
    ]
    return [1.0, 1.6, 2.3, 3.1, 4, 5, 6.2, 7.5].flatMap { ring in
      directions.map { direction in
        Spot(
          x: x + direction.0 * (least * ring + width / 2),
          y: y + direction.1 * (least * ring + height / 2), width: width, height: height)
      }
    }
  }
}
