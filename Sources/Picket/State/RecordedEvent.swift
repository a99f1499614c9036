package import Geofence
package import Notation

/// An event as it is found in the journal: what a state must be told to go on from it.
package struct RecordedEvent: Hashable, Sendable {
  /// The number of the event.
  package let sequence: Int

  /// What happened.
  package let kind: Event.Kind

  /// The identifier of the region.
  package let region: String

  /// When it was confirmed.
  package let time: Timestamp

  /// Whether it says that the border was passed unseen.
  package let isBlind: Bool

  /// Reads a line of the journal; `nil` when it is no event.
  package init?(_ fields: [String: JSON]) {
    guard let sequence = fields["seq"]?.integer, sequence > 0,
      let kind = fields["event"]?.string.flatMap(Event.Kind.init),
      let region = fields["region"]?.string,
      let time = fields["time"]?.timestamp
    else { return nil }
    (self.sequence, self.kind, self.region, self.time) = (sequence, kind, region, time)
    isBlind = fields["blind"] != nil
  }
}

extension SavedState {
  /// Takes in the events that were written down after this state was.
  ///
  /// Nobody knows whether their signals have sounded.
  package mutating func take(_ found: Journal.Found) {
    for event in found.events where event.sequence >= memory.nextSequence {
      switch event.kind {
      case .enter:
        memory.regions[event.region] = Memory.Known(state: .inside, stay: Stay(since: event.time))
      case .exit: memory.regions[event.region] = Memory.Known(state: .outside)
      case .dwell: memory.regions[event.region]?.stay?.told = true
      }
      // Other borders may have been passed unseen with it, and are to be told as such.
      if !event.isBlind { memory.seen = max(event.time, memory.seen ?? event.time) }
      unsounded.append(event.sequence)
    }
    memory.nextSequence = max(memory.nextSequence, found.next) + found.unknown
  }
}
