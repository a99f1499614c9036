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
    GeoJSONText.collection(regions.map { feature($0).text })
  }

  private func feature(_ region: Region) -> JSON {
    var properties: [String: JSON] = [:]
    properties["note"] = region.note.map(JSON.string)
    if !region.isEnabled { properties["enabled"] = .boolean(false) }
    if !region.notifyOnEntry { properties["notifyOnEntry"] = .boolean(false) }
    if !region.notifyOnExit { properties["notifyOnExit"] = .boolean(false) }
    if region.cushion != usual.cushion { properties["cushion"] = .number(region.cushion) }
    if region.linger != usual.linger { properties["linger"] = .number(region.linger.inSeconds) }
    if region.sense != usual.sense ?? .even { properties["sense"] = .string(region.sense.rawValue) }
    properties["dwell"] = region.dwell.map { .number($0.inSeconds) }
    properties["expires"] = region.expires.map { .string($0.rfc3339) }
    properties["signal"] = region.signal.map(JSON.string)
    properties["class"] = region.category.map(JSON.string)
    if !region.isEnabled { properties["enabled"] = .boolean(false) }
    if !region.exclude.isEmpty { properties["exclude"] = .array(region.exclude.map(JSON.string)) }
    let geometry = GeoJSONGeometry(region.shape, position: position, array: JSON.array)
    if let measure = geometry.measure { properties[measure.name] = .number(measure.metres) }
    return .object([
      "type": .string("Feature"), "id": .string(region.id), "properties": .object(properties),
      "geometry": .object([
        "type": .string(geometry.type), "coordinates": geometry.coordinates,
      ]),
    ])
  }

  private func position(_ coordinate: Coordinate) -> JSON {
    .array([.number(coordinate.longitude), .number(coordinate.latitude)])
  }
}
