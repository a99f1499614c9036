internal import Base
internal import Board
package import Geofence
internal import RegionFiles

/// Regions as a GeoJSON file that can be read as exactly the same regions.
package struct RegionsText {
  /// The thresholds of regions without their own.
  package let usual: WalkStart.Thresholds

  /// The text of a file, one feature a line.
  package func text(_ regions: [Region]) -> String {
    // All hours of one file use the same clock, but the fleet's regions may use another.
    let zone = regions.lazy.compactMap(\.active).first?.clock.name
    return GeoJSONText.collection(
      regions.map { feature($0, timezone: zone).text }, timezone: zone)
  }

  private func feature(_ region: Region, timezone: String?) -> JSON {
    var properties: [String: JSON] = [:]
    for property in RegionProperty.allCases where property != .id {
      properties[property.rawValue] = property.value(of: region)
    }
    // The longest time of a cue may come from a configuration that the walk does not have.
    if region.cushion == usual.cushion { properties["cushion"] = nil }
    if region.linger == usual.linger { properties["linger"] = nil }
    if region.sense == usual.sense ?? .even { properties["sense"] = nil }
    if let zone = region.active?.clock.name, zone != timezone {
      properties["timezone"] = .string(zone)
    }
    if region.band != nil {
      return .object([
        "type": .string("Feature"), "id": .string(region.id), "properties": .object(properties),
        "geometry": .null,
      ])
    }
    let geometry = GeoJSONGeometry(region.shape, position: position, array: JSON.array)
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
