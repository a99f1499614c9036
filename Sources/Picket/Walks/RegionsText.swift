package import Geofence
internal import Notation
internal import Outputs
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
    properties["note"] = region.note.map(JSON.string)
    if !region.isEnabled { properties["enabled"] = .boolean(false) }
    if !region.notifyOnEntry { properties["notifyOnEntry"] = .boolean(false) }
    if !region.notifyOnExit { properties["notifyOnExit"] = .boolean(false) }
    if region.cushion != usual.cushion { properties["cushion"] = .number(region.cushion) }
    if region.linger != usual.linger { properties["linger"] = .number(region.linger.inSeconds) }
    if region.sense != usual.sense ?? .even { properties["sense"] = .string(region.sense.rawValue) }
    properties["dwell"] = region.dwell.map { .number($0.inSeconds) }
    if let reminder = region.reminder {
      properties["remind"] = .number(reminder.interval.inSeconds)
      properties["remindSide"] = .string(reminder.side.rawValue)
      properties["remindAtMost"] = .number(Double(reminder.most))
    }
    if let approach = region.approach {
      properties["approach"] = .number(approach.limit.inSeconds)
      properties["approachFrom"] = .string(approach.side.rawValue)
      // The longest time may come from a configuration that the walk does not have.
      properties["approachLongest"] = .number(approach.longest.inSeconds)
    }
    properties["expires"] = region.expires.map { .string($0.rfc3339) }
    properties["signal"] = region.signal.map(JSON.string)
    properties["class"] = region.category.map(JSON.string)
    if !region.exclude.isEmpty { properties["exclude"] = .array(region.exclude.map(JSON.string)) }
    properties["active"] = region.active.map { .string($0.schedule.description) }
    if let zone = region.active?.clock.name, zone != timezone {
      properties["timezone"] = .string(zone)
    }
    if region.isMuted { properties["mute"] = .boolean(true) }
    if region.latches { properties["latch"] = .boolean(true) }
    if region.reportsStart { properties["atStart"] = .boolean(true) }
    addRareRules(of: region, to: &properties)
    if let band = region.band {
      properties["border"] = .string(band.region)
      properties["offset"] = .number(band.offset)
      return .object([
        "type": .string("Feature"), "id": .string(region.id), "properties": .object(properties),
        "geometry": .null,
      ])
    }
    let geometry = GeoJSONGeometry(region.shape, position: position, array: JSON.array)
    if let measure = geometry.measure, !region.isGate {
      properties[measure.name] = .number(measure.metres)
    }
    return .object([
      "type": .string("Feature"), "id": .string(region.id), "properties": .object(properties),
      "geometry": .object([
        "type": .string(geometry.type), "coordinates": geometry.coordinates,
      ]),
    ])
  }

  /// The rules that few regions have.
  private func addRareRules(of region: Region, to properties: inout [String: JSON]) {
    if let speed = region.speedRule {
      properties["maxSpeed"] = .number(speed.limit)
      properties["speedLinger"] = .number(speed.linger.inSeconds)
    }
    properties["after"] = region.order.after.map(JSON.string)
    if region.order.isOnce { properties["once"] = .boolean(true) }
    if let heading = region.order.heading {
      properties["heading"] = .array([.number(heading.from), .number(heading.to)])
    }
    if region.isGate { properties["gate"] = .boolean(true) }
  }

  private func position(_ coordinate: Coordinate) -> JSON {
    .array([.number(coordinate.longitude), .number(coordinate.latitude)])
  }
}
