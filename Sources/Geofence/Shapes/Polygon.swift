/// One or more outlines, each with holes or without.
///
/// A place within an odd number of rings is inside, whichever way they turn. Edges are geodesics of
/// any length. Where two edges lie on each other on the antimeridian, on which RFC 7946 requires
/// polygons to be cut, there is no border. A polygon must be smaller than half the earth.
public struct Polygon: Hashable, Sendable {
  /// The parts: of each, the outer ring and then its holes, each ring closed.
  public let parts: [[[Coordinate]]]

  let border: Border

  /// Creates a polygon; `nil` unless every ring is closed and has four or more valid corners, of
  /// which the last is the first again.
  public init?(parts: [[[Coordinate]]]) {
    let rings = parts.flatMap { $0 }
    guard !rings.isEmpty,
      rings.allSatisfy({ $0.count > 3 && $0.first == $0.last && $0.allSatisfy(\.isValid) })
    else { return nil }
    self.parts = parts
    border = Border(Seam.opened(rings))
  }

  /// The first corner of the first ring.
  package var firstCorner: Coordinate? { parts.first?.first?.first }

  /// The radius of the largest circle that fits in, in metres, to 1 % or 0.1 m.
  ///
  /// It is computed each time it is read, which takes milliseconds.
  public var inradius: Double {
    inradius(upTo: .infinity)
  }

  /// The inradius, or at least `most` if it is more than that.
  func inradius(upTo most: Double) -> Double {
    Inradius.largest(around: border.points, upTo: most) { depth(at: $0, within: most) }
  }

  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    let beyond = (plane.origin - border.ball.center).length - border.ball.radius
    if beyond >= limit { return -limit }
    let distance = border.distance(from: plane, within: limit)
    let isInside = beyond <= 0 && !border.crossings(eastOf: plane).isMultiple(of: 2)
    return isInside ? distance : -distance
  }

  /// Whether the parts are the same.
  public static func == (left: Polygon, right: Polygon) -> Bool {
    left.parts == right.parts
  }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parts)
  }
}
