package import Geofence

/// What the trusted fixes are for: a monitor, another rule, a survey.
package protocol Decider {
  /// Decides on the next trusted fix.
  mutating func decide(_ fix: TrustedFix) -> [Finding]
}

extension RegionMonitor: Decider {
  package mutating func decide(_ fix: TrustedFix) -> [Finding] { receive(fix) }
}

extension Survey: Decider {
  /// Adds the fix, which leads to no finding.
  package mutating func decide(_ fix: TrustedFix) -> [Finding] {
    receive(fix)
    return []
  }
}
