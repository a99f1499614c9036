package import Board
package import Geofence

extension LightStatus {
  /// The status for a reception.
  ///
  /// - Parameters:
  ///   - isBlind: Whether no fix has been trusted for longer than the limit.
  ///   - isUnsure: Whether the state of any region may no longer hold.
  ///   - isInside: Whether the carrier is inside any region.
  package init(_ reception: Reception, isBlind: Bool, isUnsure: Bool = false, isInside: Bool) {
    self =
      switch reception {
      case .connecting, .unreachable, .stranger: .noGPSD
      case .noDevice, .deviceGone, .otherDevice, .silent: .noDevice
      case .connected, .mistyped, .noFix: .noFix
      case .fix2D: isBlind ? .noFix : isUnsure ? .unsure : isInside ? .inside : .fix2D
      case .fix3D: isBlind ? .noFix : isUnsure ? .unsure : isInside ? .inside : .fix3D
      }
  }
}

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
          id: id, category: monitor.watching[id]?.category, side: monitor.side(of: id) ?? .unknown,
          isSure: !isBlind && !doubted.contains(id),
          isAwake: monitor.hours(of: id)?.isActive ?? true, alarm: alarm(id))
      },
      speeding: monitor.speeding.map {
        Speeding(id: $0, category: monitor.watching[$0]?.category)
      },
      isSpeedKnown: !isBlind && !monitor.lacksSpeed)
  }
}

extension RegionMonitor {
  /// Whether a region's signals are for lights only.
  func isMuted(_ region: String) -> Bool { watching[region]?.isMuted ?? false }
}
