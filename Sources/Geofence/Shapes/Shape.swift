/// The outline of a region on the WGS84 ellipsoid.
public enum Shape: Hashable, Sendable {
  /// All points within a radius of a centre.
  case circle(Circle)
  /// One or more outlines, each with holes or without.
  case polygon(Polygon)
  /// All points within half a width of a line.
  case corridor(Corridor)
  /// An area whose border lies a distance from that of a polygon.
  case band(Band)
  /// A shape without the points of other shapes: the set difference.
  indirect case difference(Difference)

  /// The depth of a position inside the border in metres, negative outside.
  ///
  /// It is right to 5 mm at depths up to 1 km for shapes up to 50 km across, anywhere on earth, and
  /// to 0.5 % at any depth.
  public func depth(at coordinate: Coordinate) -> Double {
    depth(at: TangentPlane(at: Ellipsoid.vector(coordinate)))
  }

  /// The depth of the point in which a tangent plane touches.
  ///
  /// Depths and heights beyond the limit may be given as the limit.
  func depth(at plane: TangentPlane, within limit: Double = .infinity) -> Double {
    switch self {
    case .circle(let circle): circle.depth(at: plane)
    case .polygon(let polygon): polygon.depth(at: plane, within: limit)
    case .corridor(let corridor): corridor.depth(at: plane, within: limit)
    case .band(let band): band.depth(at: plane, within: limit)
    case .difference(let difference): difference.depth(at: plane, within: limit)
    }
  }

  /// The greatest depth anywhere in the shape, in metres, to 1 % or 0.1 m.
  ///
  /// For polygons and differences it is computed each time it is read.
  public var inradius: Double {
    inradius(upTo: .infinity)
  }

  /// The inradius, or at least `most` if it is more than that.
  package func inradius(upTo most: Double) -> Double {
    switch self {
    case .circle(let circle): circle.radius
    case .polygon(let polygon): polygon.inradius(upTo: most)
    case .corridor(let corridor): corridor.width / 2
    case .band(let band): band.inradius(upTo: most)
    case .difference(let difference): difference.inradius(upTo: most)
    }
  }

  /// A ball that holds every point of positive depth.
  var ball: Ball {
    switch self {
    case .circle(let circle): Ball(center: circle.middle, radius: circle.radius)
    case .polygon(let polygon): polygon.border.ball
    case .corridor(let corridor): corridor.border.ball.enlarged(by: corridor.width / 2)
    case .band(let band): band.ball
    case .difference(let difference): difference.base.ball
    }
  }

  /// Points that enclose all of the shape.
  var outline: [Vector] {
    switch self {
    case .circle(let circle):
      TangentPlane(at: circle.middle).corners(of: circle.radius)
    case .polygon(let polygon): polygon.border.points
    case .corridor(let corridor):
      corridor.border.points.flatMap { TangentPlane(at: $0).corners(of: corridor.width / 2) }
    case .band(let band):
      band.offset > 0
        ? band.base.border.points.flatMap { TangentPlane(at: $0).corners(of: band.offset) }
        : band.base.border.points
    case .difference(let difference): difference.base.outline
    }
  }
}

extension TangentPlane {
  /// The corners of a square around the origin, given half of a side in metres.
  fileprivate func corners(of half: Double) -> [Vector] {
    [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { east, north in
      moved(by: Offset(east: east * half, north: north * half)).origin
    }
  }
}

extension Shape {
  /// A place in the middle of the shape, which need not be inside.
  package var middle: Coordinate {
    if case .circle(let circle) = self { return circle.center }
    let center = ball.center
    // A shape around the whole earth has no middle.
    guard center.length > 1 else { return Coordinate(latitude: 0, longitude: 0) }
    return Ellipsoid.coordinate(Ellipsoid.surface(center))
  }
}

/// All points within a radius of a centre.
public struct Circle: Hashable, Sendable {
  /// The middle of the circle.
  public let center: Coordinate

  /// The distance of the border from the centre along the ellipsoid, in metres.
  public let radius: Double

  let middle: Vector

  /// Creates a circle; `nil` unless the centre is valid and the radius positive and finite.
  public init?(center: Coordinate, radius: Double) {
    guard center.isValid, radius > 0, radius.isFinite else { return nil }
    self.center = center
    self.radius = radius
    middle = Ellipsoid.vector(center)
  }

  func depth(at plane: TangentPlane) -> Double {
    radius - Ellipsoid.distance(middle, plane.origin)
  }
}

/// All points within half a width of a line.
public struct Corridor: Hashable, Sendable {
  /// The lines, each with two corners or more, joined by geodesics of any length.
  public let lines: [[Coordinate]]

  /// The width from border to border across the line, in metres.
  public let width: Double

  let border: Border

  /// Creates a corridor; `nil` unless the width is positive and finite, and there are lines of two
  /// or more valid corners.
  public init?(lines: [[Coordinate]], width: Double) {
    guard width > 0, width.isFinite, !lines.isEmpty,
      lines.allSatisfy({ $0.count > 1 && $0.allSatisfy(\.isValid) })
    else { return nil }
    self.lines = lines
    self.width = width
    border = Border(lines)
  }

  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    width / 2 - border.distance(from: plane, within: width / 2 + limit)
  }

  /// Whether lines and width are the same.
  public static func == (left: Corridor, right: Corridor) -> Bool {
    left.width == right.width && left.lines == right.lines
  }

  /// Hashes lines and width.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lines)
    hasher.combine(width)
  }
}
