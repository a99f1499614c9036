import Desk
import Geofence

/// A rule that others publish, which decides by the last fix and its accuracy alone.
struct PublishedRule: Sendable {
  /// What the rule is, and whose.
  let name: String

  /// Whether it needs an accuracy.
  let needsAccuracy: Bool

  /// The side of a border on which a fix is; `nil` where the rule keeps the state.
  private let side: @Sendable (FixAtBorder) -> RegionState?

  /// The rules; their sources are in HowWellItDecides.
  static let all = [
    PublishedRule(name: "point in region (Traccar, Tile38)", needsAccuracy: false) {
      $0.depth > 0 ? .inside : .outside
    },
    PublishedRule(name: "out at the border, in again 2 m inside (ArduPilot)", needsAccuracy: false)
    {
      $0.depth >= margin ? .inside : $0.depth < 0 ? .outside : nil
    },
    PublishedRule(
      name: "distance at most radius plus accuracy (Home Assistant, OwnTracks on Android)",
      needsAccuracy: true
    ) {
      $0.depth >= -$0.accuracy ? .inside : .outside
    },
    overlap(0.75, "a small geofence of Android"),
    overlap(0.85, "a large one"),
    PublishedRule(
      name: "circle of 2 deviations on one side (a u-blox's own fence at 95 %)",
      needsAccuracy: true
    ) {
      $0.depth > 2 * $0.sigma ? .inside : $0.depth < -2 * $0.sigma ? .outside : nil
    },
  ]

  /// Metres: ArduPilot's `FENCE_MARGIN` by default.
  private static let margin = 2.0

  /// Inside from a share of the accuracy's circle on, outside from the same share outside on.
  private static func overlap(_ share: Double, _ owner: String) -> PublishedRule {
    let (most, least) = ((100 * share).fixed(0), (100 - 100 * share).fixed(0))
    return PublishedRule(
      name: "\(most) % of the accuracy's circle in, \(least) % to leave (\(owner))",
      needsAccuracy: true
    ) { fix in
      let inside = fix.shareInside
      return inside >= share ? .inside : inside <= 1 - share ? .outside : nil
    }
  }

  /// The events of a walk by this rule.
  func events(of walk: TunedWalk) -> [Event] {
    var fixes: [TrustedFix] = []
    walk.forEachFix { fixes.append($0) }
    return events(of: fixes, in: walk.watched(ReferenceRule.picket))
  }

  /// The events of fixes by this rule.
  func events(of fixes: [TrustedFix], in regions: [Region]) -> [Event] {
    var states = regions.map { _ in RegionState.unknown }
    var events: [Event] = []
    var last: Timestamp?
    for fix in fixes {
      if let last, fix.time <= last { continue }
      last = fix.time
      for (index, region) in regions.enumerated() {
        guard let side = side(FixAtBorder(fix, of: region.shape)), side != states[index] else {
          continue
        }
        if states[index] != .unknown {
          events.append(
            Event(
              sequence: events.count + 1, kind: side == .inside ? .enter : .exit,
              region: region.id, time: fix.time, coordinate: fix.coordinate))
        }
        states[index] = side
      }
    }
    return events
  }
}
