extension Import {
  /// A geometry of GeoJSON that is one region.
  enum Form: Hashable, Sendable {
    case point(JSONSource)
    case lines([[JSONSource]])
    case polygons([[[JSONSource]]])

    /// It as GeoJSON.
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
      return .object(["type": .string(type), "coordinates": coordinates])
    }
  }

  /// The regions that a candidate gives, with the properties that their shapes need.
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
      if isOutline, !lines.isEmpty {
        parts.append([Self.closed(Array(lines.joined()))])
        lines = []
      } else {
        parts += lines.filter(Self.isClosed).map { [$0] }
        lines.removeAll(where: Self.isClosed)
      }
    }
    var forms: [(Form, [JSONSource.Member])] = []
    let circle = candidate.property("radius") == nil ? Self.member("radius", radius) : []
    forms += points.map { (.point($0), circle) }
    if !lines.isEmpty {
      let corridor = candidate.property("width") == nil ? Self.member("width", width) : []
      forms.append((.lines(lines), corridor))
    }
    if !parts.isEmpty { forms.append((.polygons(parts), [])) }
    return forms
  }

  private static func member(_ name: String, _ value: Double?) -> [JSONSource.Member] {
    value.map { [JSONSource.Member(name: name, value: .number($0, decimals: 3))] } ?? []
  }

  /// Whether a line is a ring: it ends where it begins, by its numbers.
  private static func isClosed(_ line: [JSONSource]) -> Bool {
    guard line.count > 3, let first = line.first?.json?.array, let last = line.last?.json?.array
    else { return false }
    return first.prefix(2) == last.prefix(2)
  }

  private static func closed(_ line: [JSONSource]) -> [JSONSource] {
    isClosed(line) ? line : line + line.prefix(1)
  }
}
