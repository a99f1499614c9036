package import Geofence

/// What makes events of the fixes of a walk, by one rule or another.
protocol Decider {
  /// Takes the next trusted fix in.
  mutating func receive(_ fix: TrustedFix) -> [Finding]

  /// Watches these regions from now on.
  mutating func watch(_ regions: [Region])
}

extension RegionMonitor: Decider {
  package mutating func watch(_ regions: [Region]) { watch(regions, at: nil) }
}
