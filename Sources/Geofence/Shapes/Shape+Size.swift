#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Shape {
  /// The area in square metres, to 0.1 % up to 100 km across.
  ///
  /// Where a corridor overlaps itself, that area counts twice; areas that other regions exclude are
  /// not subtracted. That of a band takes milliseconds to seconds.
  public var area: Double {
    switch self {
    case .circle(let circle):
      let sine = sin(circle.radius / (2 * TangentPlane.radius))
      return 4 * .pi * TangentPlane.radius * TangentPlane.radius * sine * sine
    case .polygon(let polygon):
      return polygon.parts.reduce(0) { sum, rings in
        let holes = rings.dropFirst().reduce(0) { $0 + Self.area(within: $1) }
        return sum + (rings.first.map(Self.area) ?? 0) - holes
      }
    case .corridor(let corridor):
      let ends = .pi * corridor.width * corridor.width / 4 * Double(corridor.lines.count)
      return corridor.lines.reduce(ends) { $0 + Self.length(of: $1) * corridor.width }
    case .band(let band): return band.outline.map { Shape.polygon($0).area } ?? 0
    case .difference(let difference): return difference.base.area
    }
  }

  /// The length of the lines of a corridor or of the border of another shape, in metres.
  public var length: Double {
    switch self {
    case .circle(let circle): 2 * .pi * circle.radius
    case .polygon(let polygon): polygon.parts.joined().reduce(0) { $0 + Self.length(of: $1) }
    case .corridor(let corridor): corridor.lines.reduce(0) { $0 + Self.length(of: $1) }
    case .band(let band): band.outline.map { Shape.polygon($0).length } ?? 0
    case .difference(let difference): difference.base.length
    }
  }

  private static func length(of line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, edge in
      sum + (GeodesicLine(from: edge.0, to: edge.1)?.length ?? edge.0.distance(to: edge.1))
    }
  }

  /// The area that a ring encloses on the sphere that has the ellipsoid's area.
  private static func area(within ring: [Coordinate]) -> Double {
    var excess = 0.0
    var turn = 0.0
    for (start, end) in zip(ring, ring.dropFirst()) {
      let east = (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
      let (one, two) = (tan(authalic(start.latitude) / 2), tan(authalic(end.latitude) / 2))
      // The area between an edge and the equator.
      excess += 2 * atan2(tan(east / 2) * (one + two), 1 + one * two)
      turn += east
    }
    // Around a pole, the area is the rest of the hemisphere.
    if abs(turn) > .pi { excess = 2 * .pi - abs(excess) }
    return abs(excess) * authalicRadius * authalicRadius
  }

  /// The latitude in radians on the sphere that has the ellipsoid's area.
  private static func authalic(_ latitude: Double) -> Double {
    func q(_ sine: Double) -> Double {
      let (square, e) = (Ellipsoid.e2, Ellipsoid.e2.squareRoot())
      return (1 - square) * (sine / (1 - square * sine * sine) + atanh(e * sine) / e)
    }
    return asin(max(-1, min(1, q(sin(latitude * .pi / 180)) / q(1))))
  }

  private static let authalicRadius = 6_371_007.2
}
