internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// From the states of the regions to the lights, and to notes about states that may no longer hold.
extension Session {
  /// Shows the reception and the states.
  mutating func show() {
    let unsure = monitor.unsure
    let status = LightStatus(
      path.reception, isBlind: monitor.blindSince != nil, isUnsure: !unsure.isEmpty,
      isInside: !monitor.inside.isEmpty)
    let doubt = unsure.isEmpty ? "" : "; unsure \(unsure.named())"
    let last = presence(counting: unsure)
    directives.append(
      .show(
        status, last, sure: unsure.isEmpty ? last : presence(counting: []),
        text: "\(path.reception); inside \(inside)\(doubt)"))
  }

  /// The regions that the carrier is inside, for a person.
  var inside: String {
    let inside = monitor.inside
    return inside.isEmpty ? "none" : inside.named()
  }

  /// The carrier's presence in the regions, limited to what lights show.
  ///
  /// - Parameter unsure: The regions whose last side counts although it may no longer hold.
  private func presence(counting unsure: [String]) -> Presence {
    // Outside means outside of every region: this needs all states, maybe thousands.
    guard configuration.outputs.list.contains(where: { $0.holdsOutside != .none }) else {
      var presence = Presence()
      let last = unsure.filter { monitor.side(of: $0) == .inside }
      presence.inside = (monitor.inside + last).map { monitor.regions[$0]?.category }
      return presence
    }
    let counted = Set(unsure)
    return Presence(
      states: monitor.states.map { id, state in
        let side = counted.contains(id) ? monitor.side(of: id) : state
        let isKnown = side == .inside || side == .outside
        return (monitor.regions[id]?.category, isKnown ? side == .inside : nil)
      })
  }

  /// Shows and notes which states may no longer hold, after a fix.
  mutating func reportDoubt(at now: Instant) {
    let found = monitor.unsure
    guard found != unsure else { return }
    unsure = found
    let text =
      found.isEmpty
      ? "all states hold again"
      : "the \(found.count == 1 ? "state" : "states") of \(found.named()) may no longer hold"
    let merged = doubts.add(text, at: now)
    if let merged {
      noteDoubt(merged, at: now)
    } else {
      directives.append(.tell(doubt(text, at: now)))
    }
    show()
  }

  /// Writes a note about the states that may no longer hold now.
  mutating func noteDoubt(_ text: String, at now: Instant) {
    directives.append(.note(doubt(text, at: now)))
  }

  private func doubt(_ text: String, at now: Instant) -> Note {
    Note(
      unsure.isEmpty ? .sure : .unsure, text, time: time(at: now),
      regions: Array(unsure.prefix(Self.mostNamed)))
  }

  /// The most regions that a note names.
  private static var mostNamed: Int { 20 }
}
