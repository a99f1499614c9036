internal import Geofence
package import Notation

extension RegionImport {
  /// A geometry of GeoJSON that is one region.
  package enum Form: Hashable, Sendable {
    case point(JSONSource)
    case lines([[JSONSource]])
    case polygons([[[JSONSource]]])

    /// It as GeoJSON.
    package var geometry: JSONSource {
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
  package func forms(of candidate: Candidate) -> [(Form, [JSONSource.Member])] {
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
        // A track that somebody walked ends near its beginning, as with `regions add --walk`.
        let isEnough = candidate.isTrack ? Self.comesAround : Self.isClosed
        parts += lines.filter(isEnough).map { [Self.closed($0)] }
        lines.removeAll(where: isEnough)
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

  /// Whether a track ends within 15 m of its beginning, having been farther away.
  private static func comesAround(_ line: [JSONSource]) -> Bool {
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
