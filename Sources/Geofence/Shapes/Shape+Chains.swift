#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Shape {
  /// The lines with which the shape is drawn.
  ///
  /// For a circle and a polygon they are the border, without the edges where it is cut on the
  /// antimeridian; for a corridor, the line in the middle; for a difference, the lines of its base.
  package var chains: [[Coordinate]] {
    switch self {
    case .circle(let circle): [circle.ring]
    case .polygon(let polygon): polygon.border.chains
    case .corridor(let corridor): corridor.border.chains
    case .band(let band): band.chains
    case .difference(let difference): difference.base.chains
    }
  }
}

extension Circle {
  /// The border as a closed chain, which is off by about a metre at most up to a radius of 100 km.
  fileprivate var ring: [Coordinate] {
    let plane = TangentPlane(at: middle)
    let count = radius < 2000 ? 96 : 720
    let ring = (0..<count).map { place in
      let direction = 2 * Double.pi * Double(place) / Double(count)
      var length = radius
      var point = middle
      // A distance on the plane differs slightly from that on the earth.
      for _ in 0..<3 {
        point =
          plane.moved(by: Offset(east: sin(direction) * length, north: cos(direction) * length))
          .origin
        length *= radius / max(Ellipsoid.distance(middle, point), 1e-9)
      }
      return Ellipsoid.coordinate(point)
    }
    return ring + ring.prefix(1)
  }
}

extension Border {
  /// The edges, joined where one begins at the end of another.
  fileprivate var chains: [[Coordinate]] {
    var chains: [[Coordinate]] = []
    var last: Vector?
    forEachEdge { start, end in
      if start != last { chains.append([Ellipsoid.coordinate(start)]) }
      chains[chains.count - 1].append(Ellipsoid.coordinate(end))
      last = end
    }
    return Self.joined(chains)
  }

  /// Joins chains: a ring that was cut on the antimeridian begins and ends elsewhere, so it is two.
  private static func joined(_ chains: [[Coordinate]]) -> [[Coordinate]] {
    var whole: [[Coordinate]] = []
    var open: [Coordinate: [Coordinate]] = [:]
    for chain in chains {
      guard let first = chain.first, first != chain.last, open[first] == nil else {
        whole.append(chain)
        continue
      }
      open[first] = chain
    }
    for start in open.keys.sorted(by: { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) })
    {
      guard var chain = open.removeValue(forKey: start) else { continue }
      while let last = chain.last, let next = open.removeValue(forKey: last) {
        chain += next.dropFirst()
      }
      // A part that was found before its beginning goes to the end.
      if let index = whole.firstIndex(where: { $0.first == chain.last && $0.first != $0.last }) {
        chain += whole.remove(at: index).dropFirst()
      }
      whole.append(chain)
    }
    return whole
  }
}
