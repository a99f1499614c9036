internal import Geofence
internal import Notation

/// The level that the sides of the regions demand of a held output, without its delays.
struct HeldDemand: Hashable, Sendable {
  /// The side for which the output is on; `nil` when it is off.
  let side: RegionSide?

  /// The reason, for a person.
  let reason: String

  /// Finds what an output is to do: one region of `inside`, or none of `outside`, is enough to be on.
  ///
  /// A region that latches switches a relay by its alarm alone: once that is acknowledged, the carrier
  /// may still be on the side that began it.
  init(of output: Output, in presence: Presence) {
    if let reason = Self.speeding(output, presence) {
      (side, self.reason) = (.inside, reason)
      return
    }
    var sides = Sides()
    let isSwitch = output.kind.isSwitch
    for place in presence.places {
      let isInner = output.holdsInside.has(place.id, class: place.category)
      let isOuter = output.holdsOutside.has(place.id, class: place.category)
      guard isInner || isOuter else { continue }
      if isSwitch, let alarm = place.alarm,
        isInner && alarm.contains(.enter) || isOuter && alarm.contains(.exit)
      {
        (side, reason) = (
          isInner ? .inside : .outside, "alarm of \(place.id), not acknowledged"
        )
        return
      }
      guard place.isAwake || !isSwitch else { continue }
      let side = place.isSure || output.doubt == .hold ? place.side : .unsure
      if isSwitch, place.alarm != nil, side != .unsure {
        sides.silent.append(place.id)
        continue
      }
      guard !isInner || side != .inside else {
        (self.side, reason) = (.inside, "inside \(place.id)")
        return
      }
      if isInner, side != .outside { sides.doubted.append(place.id) }
      if isOuter { sides.add(place.id, side) }
    }
    self = HeldDemand(of: output, sides, isSpeedKnown: presence.isSpeedKnown)
  }

  /// The reason to be on by the speed of the carrier; `nil` for none.
  private static func speeding(_ output: Output, _ presence: Presence) -> String? {
    guard output.holdsSpeeding != .none else { return nil }
    if !presence.isSpeedKnown, output.doubt != .hold {
      return output.doubt == .on ? "the speed is not known" : nil
    }
    guard let fast = presence.speeding,
      output.holdsSpeeding.has(fast.id, class: fast.category)
    else { return nil }
    return "speeding in \(fast.id)"
  }

  /// The regions by the carrier's side, without any of `inside` that the carrier is inside.
  private struct Sides {
    /// Those of `inside` that the carrier may be inside.
    var doubted: [String] = []
    /// Those that latch and have no alarm.
    var silent: [String] = []
    /// Those of `outside`.
    var (within, without, open) = ([String](), [String](), [String]())

    mutating func add(_ id: String, _ side: RegionState) {
      switch side {
      case .inside: within.append(id)
      case .outside: without.append(id)
      case .unsure, .unknown: open.append(id)
      }
    }
  }

  private init(of output: Output, _ sides: Sides, isSpeedKnown: Bool) {
    let isOutside = sides.within.isEmpty && sides.open.isEmpty && !sides.without.isEmpty
    let doubted = sides.doubted + (sides.within.isEmpty ? sides.open : [])
    if isOutside {
      (side, reason) = (.outside, "outside \(Self.names(sides.without))")
    } else if !doubted.isEmpty {
      // With `hold`, only a side that was never known is left in doubt.
      (side, reason) = (output.doubt == .on ? .inside : nil, "not sure of \(Self.names(doubted))")
    } else if !sides.within.isEmpty {
      (side, reason) = (nil, "inside \(Self.names(sides.within))")
    } else if !sides.silent.isEmpty {
      (side, reason) = (nil, "no alarm of \(Self.names(sides.silent))")
    } else if output.holdsInside != .none {
      (side, reason) = (nil, "not inside \(output.holdsInside.words)")
    } else if output.holdsOutside == .none {
      (side, reason) = (
        nil,
        isSpeedKnown
          ? "not speeding in \(output.holdsSpeeding.words)" : "the speed is not known"
      )
    } else {
      let names = output.holdsOutside == .any ? "" : " \(output.holdsOutside.words)"
      (side, reason) = (nil, "no region\(names) is watched")
    }
  }

  /// The first of some regions, and the number of the others.
  private static func names(_ ids: [String]) -> String {
    ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? " and \(ids.count - 3) more" : "")
  }
}
