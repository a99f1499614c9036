package import Base
package import Geofence

/// Decides which held outputs are on: the sides of regions and the time in, levels and the next
/// deadline out.
///
/// A light follows at once. A relay or a servo waits for its delays, so that a carrier on a border
/// does not switch it to and fro. This type reads no clock and drives nothing.
package struct HeldOutputs: Sendable {
  /// A relay or a servo that was switched.
  package struct Change: Hashable, Sendable {
    /// The name of the output.
    package let output: String
    /// Whether it is on now.
    package let isOn: Bool
    /// The reason, for a person.
    package let reason: Reason

    /// The change, for a person.
    package var said: Reason {
      Reason(isOn ? "held.on" : "held.off", ["region": .text(output), "reason": .reason(reason)])
    }
  }

  /// The decision about one output.
  private struct HeldOutput: Sendable {
    let output: Output
    var side: RegionSide?
    var reason = Reason("held.start")
    // What is demanded now, and since when it differs from the level.
    var demand: HeldDemand?
    var since: Instant?
    // Whether a demand without doubt was seen since the start.
    var wasSure = false

    /// The instant at which the level follows the demand.
    var deadline: Instant? {
      let delay = side == nil ? output.onDelay : output.offDelay
      let isPatient = output.kind.isSwitch && wasSure && demand?.isDoubted ?? false
      return since?.advanced(by: isPatient ? max(delay, output.doubtDelay) : delay)
    }
  }

  private var held: [HeldOutput]

  /// The instant at which a delay is over; `nil` when none runs.
  package private(set) var deadline: Instant?

  /// Creates the decision about the held ones of these outputs.
  ///
  /// - Parameter levels: The relays and servos that were on before a restart.
  package init(_ outputs: [Output], on levels: [String] = []) {
    held = outputs.filter(\.holds).map { output in
      HeldOutput(
        output: output,
        side: output.kind.isSwitch && levels.contains(output.name) ? .inside : nil)
    }
  }

  /// Whether any output is held.
  package var isUsed: Bool { !held.isEmpty }

  /// Whether the decision needs the places of all regions, maybe thousands.
  package var needsAll: Bool {
    held.contains { $0.output.holdsOutside != .none || $0.output.doubt == .on }
  }

  /// The outputs that are on, each with the side for which it is.
  package var sides: [String: RegionSide] {
    var sides: [String: RegionSide] = [:]
    for one in held { sides[one.output.name] = one.side }
    return sides
  }

  /// The relays and servos that are on, for the state file.
  package var on: [String] {
    held.filter { $0.output.kind.isSwitch && $0.side != nil }.map(\.output.name)
  }

  /// The reason for the level of each output, for a person.
  package func reasons(at now: Instant) -> [String: Reason] {
    var reasons: [String: Reason] = [:]
    for one in held {
      let wait = one.deadline.map { due in
        Reason(
          one.side == nil ? "held.onIn" : "held.offIn",
          ["seconds": .number(max(0, now.duration(to: due).inSeconds.rounded(.up)))])
      }
      reasons[one.output.name] = .all([one.reason, wait].compactMap { $0 })
    }
    return reasons
  }

  /// Follows the carrier's sides of the regions.
  package mutating func update(_ presence: Presence, at now: Instant) -> [Change] {
    for index in held.indices {
      let demand = HeldDemand(of: held[index].output, in: presence)
      held[index].demand = demand
      held[index].wasSure = held[index].wasSure || !demand.isDoubted
      if (demand.side == nil) == (held[index].side == nil) {
        // A light may change its side, and the same level may have another reason.
        (held[index].side, held[index].reason) = (demand.side, demand.reason)
        held[index].since = nil
      } else if held[index].since == nil {
        held[index].since = now
      }
    }
    return deadlineReached(at: now)
  }

  /// Switches the outputs whose delay is over.
  package mutating func deadlineReached(at now: Instant) -> [Change] {
    var changes: [Change] = []
    deadline = nil
    for index in held.indices {
      if let due = held[index].deadline, due <= now, let demand = held[index].demand {
        (held[index].side, held[index].reason) = (demand.side, demand.reason)
        held[index].since = nil
        guard held[index].output.kind.isSwitch else { continue }
        changes.append(
          Change(
            output: held[index].output.name, isOn: demand.side != nil, reason: demand.reason))
      }
      deadline = .earliest(deadline, held[index].deadline)
    }
    return changes
  }
}

/// A held output that is on, for one side of its regions.
struct HeldLight: Sendable {
  /// The side that the output shows.
  let side: RegionSide

  // `nil` for a steady level.
  private let repetition: Repetition?

  /// Creates an output that shows a side from an instant on.
  init(_ side: RegionSide, _ output: Output, from start: Instant) {
    self.side = side
    let pattern = side == .inside ? output.insidePattern : output.outsidePattern
    repetition = pattern.map { Repetition($0, from: start) }
  }

  /// The level at an instant, and the instant of the next change; `nil` when there is none.
  func level(at now: Instant) -> (level: Level, until: Instant?) {
    repetition?.level(at: now) ?? (.active(), nil)
  }
}
