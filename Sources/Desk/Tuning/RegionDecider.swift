package import Geofence
internal import Picket

/// A rule that finds the events in the fixes of a walk.
protocol RegionDecider: Decider {
  /// Watches these regions from now on.
  mutating func watch(_ regions: [Region])
}

extension RegionMonitor: RegionDecider {
  package mutating func watch(_ regions: [Region]) { watch(regions, at: nil) }
}
