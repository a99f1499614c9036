package import Geofence
internal import Notation
internal import Outputs
internal import RegionFiles

/// Regions as a GeoJSON file that reads back as exactly the same regions.
package struct RegionsText {
  /// What a region has that says nothing of its own.
  package let usual: WalkStart.Thresholds

  /// The text of a file, one feature a line.
  package func text(_ regions: [Region]) -> String {
    let lines = regions.map { feature($0).text }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }

  private func feature(_ region: Region) -> JSON {
    var properties: [String: JSON] = [:]
    properties["note"] = region.note.map(JSON.string)
    if !region.isEnabled { properties["enabled"] = .boolean(false) }
    if !region.notifyOnEntry { properties["notifyOnEntry"] = .boolean(false) }
    if !region.notifyOnExit { properties["notifyOnExit"] = .boolean(false) }
    if region.cushion != usual.cushion { properties["cushion"] = .number(region.cushion) }
    if region.linger != usual.linger { properties["linger"] = .number(region.linger.inSeconds) }
    properties["dwell"] = region.dwell.map { .number($0.inSeconds) }
    properties["expires"] = region.expires.map { .string($0.rfc3339) }
    properties["signal"] = region.signal.map(JSON.string)
    properties["class"] = region.category.map(JSON.string)
    if !region.isEnabled { properties["enabled"] = .boolean(false) }
    if !region.exclude.isEmpty { properties["exclude"] = .array(region.exclude.map(JSON.string)) }
    let geometry = geometry(region.shape, &properties)
    return .object([
      "type": .string("Feature"), "id": .string(region.id), "properties": .object(properties),
      "geometry": geometry,
    ])
  }

  private func geometry(_ shape: Shape, _ properties: inout [String: JSON]) -> JSON {
    func object(_ type: String, _ coordinates: JSON) -> JSON {
      .object(["type": .string(type), "coordinates": coordinates])
    }
    switch shape {
    case .circle(let circle):
      properties["radius"] = .number(circle.radius)
      return object("Point", position(circle.center))
    case .polygon(let polygon):
      return object(
        "MultiPolygon", .array(polygon.parts.map { .array($0.map(line)) }))
    case .corridor(let corridor):
      properties["width"] = .number(corridor.width)
      return object("MultiLineString", .array(corridor.lines.map(line)))
    case .difference(let difference):
      // Files have no such shape: what is taken away is named under exclude.
      return geometry(difference.base, &properties)
    }
  }

  private func line(_ corners: [Coordinate]) -> JSON { .array(corners.map(position)) }

  private func position(_ coordinate: Coordinate) -> JSON {
    .array([.number(coordinate.longitude), .number(coordinate.latitude)])
  }
}
