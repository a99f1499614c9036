/// The area whose border lies a number of metres outside or inside that of a polygon.
///
/// Its border is exact: the places at that distance from the polygon's border. Around it, depths
/// outside are exact, too; inside they are at most the distance to the border, and less than it only
/// where the border has closed a gap of the polygon.
public struct Band: Hashable, Sendable {
  /// The polygon around whose border it lies.
  public let base: Polygon

  /// The metres from the polygon's border to this border, negative inside the polygon.
  public let offset: Double

  /// Creates a band; `nil` unless the offset is finite and the polygon is wide enough for it.
  public init?(around base: Polygon, offset: Double) {
    guard offset.isFinite, offset >= 0 || base.inradius(upTo: -2 * offset) > -offset else {
      return nil
    }
    (self.base, self.offset) = (base, offset)
  }

  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    base.depth(at: plane, within: limit + abs(offset)) + offset
  }

  /// The inradius, or at least `most` if it is more than that.
  func inradius(upTo most: Double) -> Double {
    max(0, base.inradius(upTo: max(1, most - offset)) + offset)
  }

  /// A ball that holds every point of positive depth.
  var ball: Ball { base.border.ball.enlarged(by: max(0, offset)) }
}

extension Shape {
  /// The shape whose border lies this many metres outside of this one's, negative inside.
  ///
  /// A circle stays a circle, and a corridor a corridor of another width. What other regions exclude
  /// from a shape does not count.
  ///
  /// - Returns: `nil` when nothing is left.
  package func shape(offset: Double) -> Shape? {
    switch self {
    case .circle(let circle):
      Circle(center: circle.center, radius: circle.radius + offset).map(Shape.circle)
    case .corridor(let corridor):
      Corridor(lines: corridor.lines, width: corridor.width + 2 * offset).map(Shape.corridor)
    case .polygon(let polygon): Band(around: polygon, offset: offset).map(Shape.band)
    case .band(let band):
      Band(around: band.base, offset: band.offset + offset).map(Shape.band)
    case .difference(let difference): difference.base.shape(offset: offset)
    }
  }
}
