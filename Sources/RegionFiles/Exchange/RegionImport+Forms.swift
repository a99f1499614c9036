internal import Geofence
internal import Notation

extension RegionImport {
  /// The geometry of one region.
  enum Form: Hashable, Sendable {
    /// The centre of a circle.
    case point(JSONSource)
    /// The lines of a corridor.
    case lines([[JSONSource]])
    /// The parts of a polygon, each with its rings.
    case polygons([[[JSONSource]]])

    /// The geometry as GeoJSON.
    var geometry: JSONSource {
      func array(_ positions: [JSONSource]) -> JSONSource { .array(positions) }
      func arrays(_ rings: [[JSONSource]]) -> JSONSource { .array(rings.map(array)) }
      let (type, coordinates): (String, JSONSource) =
        switch self {
        case .point(let position): ("Point", position)
        case .lines(let lines) where lines.count == 1: ("LineString", array(lines[0]))
        case .lines(let lines): ("MultiLineString", arrays(lines))
        case .polygons(let parts) where parts.count == 1: ("Polygon", arrays(parts[0]))
        case .polygons(let parts): ("MultiPolygon", .array(parts.map(arrays)))
        }
      return .geometry(type, coordinates)
    }
  }

  /// The regions of a candidate, with the properties that their shapes need.
  ///
  /// Each point is a region of its own, all lines together are one, and so are
  /// all polygons.
  func forms(of candidate: Candidate) -> [(Form, [JSONSource.Member])] {
    var points: [JSONSource] = []
    var lines: [[JSONSource]] = []
    var parts: [[[JSONSource]]] = []
    for geometry in candidate.geometries {
      switch geometry {
      case .points(let more): points += more
      case .lines(let more): lines += more
      case .polygons(let more): parts += more
      }
    }
    if candidate.property("width") == nil {
      let (open, outlines) = separated(lines, isTrack: candidate.isTrack)
      lines = open
      parts += outlines.map { [Self.closed($0)] }
    }
    let circle = candidate.property("radius") == nil ? Self.member("radius", radius) : []
    var forms = points.map { (Form.point($0), circle) }
    if !lines.isEmpty {
      let corridor = candidate.property("width") == nil ? Self.member("width", width) : []
      forms.append((.lines(lines), corridor))
    }
    if !parts.isEmpty { forms.append((.polygons(parts), [])) }
    return forms
  }

  /// The lines that remain lines, and the lines that are outlines of polygons.
  private func separated(
    _ lines: [[JSONSource]], isTrack: Bool
  ) -> (open: [[JSONSource]], outlines: [[JSONSource]]) {
    if isOutline, !lines.isEmpty { return ([], [Array(lines.joined())]) }
    // A walked track ends near its beginning, as with `regions add --walk`.
    let isRing = isTrack ? Self.returns : Self.isClosed
    return (lines.filter { !isRing($0) }, lines.filter(isRing))
  }

  private static func member(_ name: String, _ value: Double?) -> [JSONSource.Member] {
    value.map { [JSONSource.Member(name: name, value: .number($0, decimals: 3))] } ?? []
  }

  /// Whether a line is a ring: its last position has the numbers of the first.
  private static func isClosed(_ line: [JSONSource]) -> Bool {
    guard line.count > 3, let first = line.first?.json?.array, let last = line.last?.json?.array
    else { return false }
    return first.prefix(2) == last.prefix(2)
  }

  /// Whether a track ends within 15 m of its beginning after it was farther away.
  private static func returns(_ line: [JSONSource]) -> Bool {
    let places = line.compactMap { position -> Coordinate? in
      guard case .number(let east)? = position.json?.array?.first,
        case .number(let north)? = position.json?.array?.dropFirst().first
      else { return nil }
      let place = Coordinate(latitude: north, longitude: east)
      return place.isValid ? place : nil
    }
    guard places.count == line.count, places.count > 2, let first = places.first,
      let last = places.last
    else { return false }
    return isClosed(line)
      || (first.distance(to: last) <= Outline.closing
        && places.contains { first.distance(to: $0) > 2 * Outline.closing })
  }

  private static func closed(_ line: [JSONSource]) -> [JSONSource] {
    isClosed(line) ? line : line + line.prefix(1)
  }
}
