internal import Geofence
package import Records

extension SavedState {
  /// Applies the events that were written to the journal after this state was saved.
  ///
  /// Their signals may not have sounded.
  package mutating func apply(_ found: Journal.Found) {
    for event in found.events where event.sequence >= memory.nextSequence {
      if event.kind != .dwell { memory.starts?.reported[event.region] = event.time }
      switch event.kind {
      // The carrier was on that side before.
      case .enter where event.isScheduled, .exit where event.isScheduled: break
      case .enter:
        memory.regions[event.region] = Memory.Known(state: .inside, stay: Stay(since: event.time))
      case .exit: memory.regions[event.region] = Memory.Known(state: .outside)
      case .dwell: memory.regions[event.region]?.stay?.isReported = true
      }
      // A crossing begins or ends reminders.
      if event.kind != .dwell { reminders[event.region] = nil }
      // Other borders may have been passed in the same gap; their events must have `blind`, too.
      if !event.isBlind { memory.seen = max(event.time, memory.seen ?? event.time) }
      unsounded.append(event.sequence)
    }
    memory.nextSequence = max(memory.nextSequence, found.next) + found.unknown
  }
}
