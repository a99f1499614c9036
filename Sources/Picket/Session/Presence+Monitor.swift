package import Geofence
package import Outputs

extension Presence {
  /// The carrier's side of the regions of a monitor.
  ///
  /// - Parameters:
  ///   - needsAll: Whether regions count that the carrier is surely outside of.
  ///   - alarm: The crossings of a region's alarm; `nil` for a region that does not latch.
  package init(
    of monitor: RegionMonitor, needsAll: Bool, alarm: (String) -> Set<Event.Kind>?
  ) {
    let isBlind = monitor.lastFix == nil || monitor.blindSince != nil
    let inDoubt = monitor.unsure
    let ids =
      needsAll
      ? monitor.states.map(\.id)
      : monitor.inside + inDoubt.filter { monitor.side(of: $0) == .inside }
    let doubted = Set(inDoubt)
    self.init(
      ids.map { id in
        Place(
          id: id, category: monitor.regions[id]?.category, side: monitor.side(of: id) ?? .unknown,
          isSure: !isBlind && !doubted.contains(id),
          isAwake: monitor.hours(of: id)?.isActive ?? true, alarm: alarm(id))
      },
      speeding: monitor.speeding.map {
        Speeding(id: $0, category: monitor.regions[$0]?.category)
      },
      isSpeedKnown: !isBlind && !monitor.lacksSpeed)
  }
}
