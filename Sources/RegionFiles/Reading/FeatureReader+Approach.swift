internal import Geofence
internal import Notation

extension FeatureReader {
  /// Reads the rule for the approach cue of a region.
  mutating func approach(in properties: JSONFields) -> ApproachRule? {
    let limit = seconds("approach", in: properties, RegionLimits.approach)
    let side = choice("approachFrom", ApproachRule.Side.self, in: properties)
    let longest = seconds("approachLongest", in: properties, RegionLimits.approachLongest)
    if properties["approach"] == nil {
      for name in ["approachFrom", "approachLongest"] where properties[name] != nil {
        note(
          "\(name) without approach has no effect", remedy: "add \"approach\": 10, in seconds",
          severity: .warning)
      }
    }
    return limit.map {
      ApproachRule(
        within: $0, from: side ?? .inside, atMost: longest ?? rules.settings.approachLongest)
    }
  }
}
