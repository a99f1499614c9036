package import Geofence
internal import Picket

/// What makes events of the fixes of a walk, by one rule or another.
protocol RegionDecider: Decider {
  /// Watches these regions from now on.
  mutating func watch(_ regions: [Region])
}

extension RegionMonitor: RegionDecider {
  package mutating func watch(_ regions: [Region]) { watch(regions, at: nil) }
}
