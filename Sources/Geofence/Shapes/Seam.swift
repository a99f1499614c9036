/// The antimeridian, on which polygons that cross it are cut.
enum Seam {
  /// Rings as chains, without the edges on the antimeridian that lie on each other.
  ///
  /// A place within an odd number of rings is inside, so edges that lie on each other in pairs are
  /// not a border. They need not have the same ends: between two corners an edge stays if an odd
  /// number of edges lies there.
  static func opened(_ rings: [[Coordinate]]) -> [[Coordinate]] {
    var ends: [Double] = []
    var chains: [[Coordinate]] = []
    for ring in rings {
      guard zip(ring, ring.dropFirst()).contains(where: isOnSeam) else {
        chains.append(ring)
        continue
      }
      var chain = Array(ring.prefix(1))
      for (start, end) in zip(ring, ring.dropFirst()) {
        if isOnSeam(start, end) {
          ends += [start.latitude, end.latitude]
          chains.append(chain)
          chain = [end]
        } else {
          chain.append(end)
        }
      }
      chains.append(chain)
    }
    ends.sort()
    // An edge that covers a place has one end south of it; any other edge has two or none there.
    for index in stride(from: 0, to: ends.count - 1, by: 1)
    where index.isMultiple(of: 2) && ends[index] < ends[index + 1] {
      chains.append(
        [ends[index], ends[index + 1]].map { Coordinate(latitude: $0, longitude: 180) })
    }
    return chains
  }

  private static func isOnSeam(_ start: Coordinate, _ end: Coordinate) -> Bool {
    (abs(start.longitude) == 180 || abs(start.latitude) == 90)
      && (abs(end.longitude) == 180 || abs(end.latitude) == 90)
      && (abs(start.longitude) == 180 || abs(end.longitude) == 180
        || start.latitude == end.latitude)
  }
}
