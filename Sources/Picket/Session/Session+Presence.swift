internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// From the states of the regions to the status, and to notes about states that may no longer hold.
extension Session {
  /// Shows the reception and the states, and holds the outputs.
  mutating func show(at now: Instant) {
    let unsure = monitor.unsure
    let status = LightStatus(
      path.reception, isBlind: monitor.blindSince != nil, isUnsure: !unsure.isEmpty,
      isInside: !monitor.inside.isEmpty)
    let doubt = unsure.isEmpty ? "" : "; unsure \(unsure.named())"
    directives.append(.show(status, text: "\(path.reception); inside \(inside)\(doubt)"))
    hold(at: now)
  }

  /// The regions that the carrier is inside, for a person.
  var inside: String {
    let inside = monitor.inside
    return inside.isEmpty ? "none" : inside.named()
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
    show(at: now)
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
