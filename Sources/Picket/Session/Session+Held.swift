internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The outputs that the carrier's side of the regions holds on: lights, relays and servos.
extension Session {
  /// Holds the outputs as the present sides demand, after these or the regions may have changed.
  mutating func hold(at now: Instant) {
    guard held.isUsed else { return }
    heldGrounds = HeldGrounds(monitor)
    apply(held.update(presence, at: pace.counted(now)), at: now)
  }

  /// Holds the outputs after a delay, a change of hours, or when the speed is no longer known or known
  /// again; most fixes have none.
  mutating func holdIfDue(at now: Instant) {
    guard held.isUsed else { return }
    if heldGrounds != HeldGrounds(monitor) { return hold(at: now) }
    let counted = pace.counted(now)
    guard let due = held.deadline, due <= counted else { return }
    apply(held.deadlineReached(at: counted), at: now)
  }

  private mutating func apply(_ changes: [HeldOutputs.Change], at now: Instant) {
    let sides = held.sides
    if sides != shownSides {
      shownSides = sides
      directives.append(.hold(sides))
    }
    for change in changes {
      directives.append(.announce(.notice, change.words))
      let merged = repeated.add(change.words, .switching, at: now)
      note(.output, change.words, merged: merged, at: now)
    }
    // After a power cut, an output goes on from its last level.
    if !changes.isEmpty { save(at: now) }
  }

  /// The levels of the outputs that a region may hold, with their reasons.
  func heldWords(of region: String, at now: Instant) -> [String] {
    let category = monitor.watching[region]?.category
    let reasons = held.reasons(at: pace.counted(now))
    let sides = held.sides
    return configuration.outputs.list.filter { $0.isHeld(by: region, class: category) }.map {
      "\($0.name) is \(sides[$0.name] == nil ? "off" : "on"): \(reasons[$0.name] ?? "")"
    }
  }

  /// What the outputs were held on, besides the sides of the regions.
  struct HeldGrounds: Hashable {
    private var hoursChange: Timestamp?
    private var lacksSpeed = false

    /// Those of a monitor; without one, those of a session that has not begun.
    init(_ monitor: RegionMonitor? = nil) {
      guard let monitor else { return }
      (hoursChange, lacksSpeed) = (monitor.nextHoursChange, monitor.lacksSpeed)
    }
  }

  /// The carrier's side of the regions that outputs may need; all of them while an alarm goes on,
  /// which may do so although the carrier is back.
  private var presence: Presence {
    Presence(
      of: monitor, needsAll: held.needsAll || alarms.areOn, alarm: { alarms.alarm(of: $0) })
  }
}
