internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The outputs that the carrier's side of the regions holds on: lights, relays and servos.
extension Session {
  /// Holds the outputs as the present sides demand, after these or the regions may have changed.
  mutating func hold(at now: Instant) {
    guard held.outputs.isUsed else { return }
    held.note(path.decider)
    apply(held.outputs.update(presence, at: pace.counted(now)), at: now)
  }

  /// Holds the outputs after a delay, a change of hours, or when the speed is no longer known or known
  /// again; most fixes have none.
  mutating func holdIfDue(at now: Instant) {
    guard held.outputs.isUsed else { return }
    if held.isOutdated(path.decider) { return hold(at: now) }
    let counted = pace.counted(now)
    guard let due = held.outputs.deadline, due <= counted else { return }
    apply(held.outputs.deadlineReached(at: counted), at: now)
  }

  private mutating func apply(_ changes: [HeldOutputs.Change], at now: Instant) {
    if let sides = held.newSides() { directives.append(.hold(sides)) }
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
    let reasons = held.outputs.reasons(at: pace.counted(now))
    let sides = held.outputs.sides
    return configuration.outputs.list.filter { $0.isHeld(by: region, class: category) }.map {
      "\($0.name) is \(sides[$0.name] == nil ? "off" : "on"): \(reasons[$0.name] ?? "")"
    }
  }

  /// The carrier's side of the regions that outputs may need; all of them while an alarm goes on,
  /// which may do so although the carrier is back.
  private var presence: Presence {
    Presence(
      of: monitor, needsAll: held.outputs.needsAll || alarms.areOn, alarm: { alarms.alarm(of: $0) })
  }
}
