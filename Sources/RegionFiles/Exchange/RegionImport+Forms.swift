internal import Base
internal import Geofence

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

  /// The geometry of a region, the properties that it needs, and what was changed for it.
  struct Shaped {
    let form: Form
    let properties: [JSONSource.Member]
    var notices: [String] = []
  }

  /// The regions of a candidate, with the properties that their shapes need.
  ///
  /// Each point is a region of its own, all lines together are one, and so are
  /// all polygons.
  func forms(of candidate: Candidate) throws(Problem) -> [Shaped] {
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
    var notices: [String] = []
    if lineUse == .corridor, lines.isEmpty, points.isEmpty {
      // The fence of a field: each ring is a line.
      (lines, parts) = (parts.flatMap { $0.map(Self.closed) }, [])
    }
    if !lines.isEmpty, let area = try area(of: lines, candidate) {
      (lines, notices) = ([], area.notices)
      parts += area.rings.map { [$0] }
    }
    let circle = candidate.property("radius") == nil ? Self.member("radius", radius) : []
    var forms = points.map { Shaped(form: .point($0), properties: circle) }
    if !lines.isEmpty {
      let needsWidth = candidate.property("width") == nil && !candidate.isGate
      let corridor = needsWidth ? Self.member("width", width) : []
      forms.append(Shaped(form: .lines(lines), properties: corridor))
    }
    if !parts.isEmpty {
      forms.append(Shaped(form: .polygons(parts), properties: [], notices: notices))
    }
    return forms
  }

  private static func member(_ name: String, _ value: Double?) -> [JSONSource.Member] {
    value.map { [JSONSource.Member(name: name, value: .number($0, decimals: 3))] } ?? []
  }
}
