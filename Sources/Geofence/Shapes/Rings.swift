/// The rings of a polygon, of which a file may have a hundred thousand, in little memory.
enum Rings: Sendable {
  /// The only ring, if ten-millionths of a degree, of which maps have no more digits, give all of its
  /// numbers to the last bit.
  case ring([Corner])
  /// Any other rings: of each part, the outer ring and then its holes.
  case parts([[[Coordinate]]])

  /// A place in ten-millionths of a degree.
  struct Corner: Hashable, Sendable {
    private let latitude: Int32
    private let longitude: Int32

    /// The place of a valid position; `nil` if its numbers would change.
    init?(_ coordinate: Coordinate) {
      guard let latitude = Self.whole(coordinate.latitude),
        let longitude = Self.whole(coordinate.longitude)
      else { return nil }
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    var coordinate: Coordinate {
      Coordinate(
        latitude: Double(latitude) / Self.parts, longitude: Double(longitude) / Self.parts)
    }

    private static func whole(_ degrees: Double) -> Int32? {
      let whole = Int32(degrees * parts + (degrees < 0 ? -0.5 : 0.5))
      // This is the division by which the digits of a text are read. It makes -0 to 0.
      return (Double(whole) / parts).bitPattern == degrees.bitPattern ? whole : nil
    }

    private static let parts = 1e7
  }

  /// Stores the parts.
  init(_ parts: [[[Coordinate]]]) {
    self = parts.count == 1 && parts[0].count == 1 ? Self(ring: parts[0][0]) : .parts(parts)
  }

  private init(ring: [Coordinate]) {
    var places: [Corner] = []
    places.reserveCapacity(ring.count)
    for corner in ring {
      guard let place = Corner(corner) else {
        self = .parts([[ring]])
        return
      }
      places.append(place)
    }
    self = .ring(places)
  }

  /// Of each part, the outer ring and then its holes.
  var parts: [[[Coordinate]]] {
    switch self {
    case .ring(let places): [[places.map(\.coordinate)]]
    case .parts(let parts): parts
    }
  }

  /// The first corner.
  var first: Coordinate? {
    switch self {
    case .ring(let places): places.first?.coordinate
    case .parts(let parts): parts.first?.first?.first
    }
  }
}

extension Rings: Hashable {
  /// Whether the numbers are the same.
  static func == (left: Rings, right: Rings) -> Bool {
    // -0 and 0, which are the same number, are stored in two ways.
    if case .ring(let left) = left, case .ring(let right) = right { return left == right }
    return left.parts == right.parts
  }

  /// Hashes the numbers.
  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
