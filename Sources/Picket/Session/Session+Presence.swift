package import Geofence
internal import Notation
package import Outputs
package import Receiver
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
    let merged = repeated.add(text, .doubt, at: now)
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
