internal import Base
internal import Geofence

/// Lines that enclose an area, and lines that do not.
extension RegionImport {
  /// What lines become.
  package enum LineUse: String, CaseIterable, Sendable {
    /// A corridor along the line.
    case corridor
    /// The area inside the line, with all its corners; an open line is closed by a straight edge.
    case area
    /// The area around which someone walked: errors of fixes and small loops are removed, as in
    /// `regions add --walk`.
    case outline
  }

  /// An inradius in metres below which a ring has no area that a receiver could be in: the usual
  /// error of a fix.
  static let leastInradius = 3.0

  /// The rings of the area that lines enclose; `nil` when they remain lines.
  func area(
    of lines: [[JSONSource]], _ candidate: Candidate
  ) throws(Problem) -> (rings: [[JSONSource]], notices: [String])? {
    guard !candidate.isGate else { return nil }
    switch lineUse {
    case .corridor?: return nil
    case .area?:
      let ring = Self.closed(Array(lines.joined()))
      guard let places = Self.places(ring), Ring(places).crossing != nil else {
        return ([ring], [])
      }
      throw candidate.problem(
        "its line crosses itself, so it has no inside",
        remedy: "give --as outline for the largest loop, or --as corridor --width 10")
    case .outline?: return outline(of: lines)
    case nil: break
    }
    // A walked track ends near its beginning, as with `regions add --walk`.
    let isRing = candidate.isTrack ? Self.returns : Self.isClosed
    guard candidate.property("width") == nil, lines.allSatisfy(isRing) else { return nil }
    let rings = lines.map(Self.closed)
    let corners = rings.compactMap(Self.places)
    // The reader of regions names the mistakes of such rings.
    guard corners.count == rings.count else { return (rings, []) }
    if corners.contains(where: { Ring($0).crossing != nil }) {
      guard width == nil else { return nil }
      throw candidate.problem(
        "its line crosses itself, so it has no inside",
        remedy: "give --width for a corridor, or --as outline for the largest loop")
    }
    guard let polygon = Polygon(parts: corners.map { [$0] }) else { return (rings, []) }
    return polygon.inradius < Self.leastInradius ? nil : (rings, [])
  }

  /// The outline of a walk that lines record.
  private func outline(of lines: [[JSONSource]]) -> ([[JSONSource]], [String]) {
    let line = Array(lines.joined())
    guard let places = Self.places(line) else { return ([Self.closed(line)], []) }
    let outline = Outline.ring(along: places, noise: 0)
    let ring = outline.corners.map { corner in
      JSONSource.array([
        .number(corner.longitude, decimals: 7), .number(corner.latitude, decimals: 7),
      ])
    }
    return ([Self.closed(ring)], outline.notes)
  }

  /// Whether a line is a ring: its last position has the numbers of the first.
  static func isClosed(_ line: [JSONSource]) -> Bool {
    guard line.count > 3, let first = line.first?.json?.array, let last = line.last?.json?.array
    else { return false }
    return first.prefix(2) == last.prefix(2)
  }

  /// Whether a track ends within 15 m of its beginning after it was farther away.
  private static func returns(_ line: [JSONSource]) -> Bool {
    guard let places = places(line), places.count > 2, let first = places.first,
      let last = places.last
    else { return false }
    return isClosed(line)
      || (first.distance(to: last) <= Outline.closing
        && places.contains { first.distance(to: $0) > 2 * Outline.closing })
  }

  /// The places of positions; `nil` if one is not valid.
  static func places(_ line: [JSONSource]) -> [Coordinate]? {
    let places = line.compactMap { position -> Coordinate? in
      guard let numbers = position.json?.array, numbers.count > 1, let east = numbers[0].number,
        let north = numbers[1].number
      else { return nil }
      let place = Coordinate(latitude: north, longitude: east)
      return place.isValid ? place : nil
    }
    return places.count == line.count ? places : nil
  }

  static func closed(_ line: [JSONSource]) -> [JSONSource] {
    isClosed(line) ? line : line + line.prefix(1)
  }
}
