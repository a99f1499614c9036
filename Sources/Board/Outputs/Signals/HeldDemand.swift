internal import Base
internal import Geofence

/// The level that the sides of the regions demand of a held output, without its delays.
struct HeldDemand: Hashable, Sendable {
  /// The side for which the output is on; `nil` when it is off.
  let side: RegionSide?

  /// The reason, for a person.
  let reason: Reason

  /// Whether it follows from a side or a speed that is not known.
  var isDoubted: Bool { reason.code == Self.doubt || reason.code == Self.noSpeed }

  private static let doubt = "held.doubt"
  private static let noSpeed = "held.noSpeed"

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
          isInner ? .inside : .outside, Reason("held.alarm", ["region": .text(place.id)])
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
        (self.side, reason) = (.inside, Reason("held.inside", ["names": .text(place.id)]))
        return
      }
      if isInner, side != .outside { sides.doubted.append(place.id) }
      if isOuter { sides.add(place.id, side) }
    }
    self = HeldDemand(of: output, sides, isSpeedKnown: presence.isSpeedKnown)
  }

  /// The reason to be on by the speed of the carrier; `nil` for none.
  private static func speeding(_ output: Output, _ presence: Presence) -> Reason? {
    guard output.holdsSpeeding != .none else { return nil }
    if !presence.isSpeedKnown, output.doubt != .hold {
      return output.doubt == .on ? Reason(noSpeed) : nil
    }
    guard let fast = presence.speeding,
      output.holdsSpeeding.has(fast.id, class: fast.category)
    else { return nil }
    return Reason("held.speeding", ["region": .text(fast.id)])
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
      (side, reason) = (.outside, Self.of("held.outside", sides.without))
    } else if !doubted.isEmpty {
      // With `hold`, only a side that was never known is left in doubt.
      (side, reason) = (output.doubt == .on ? .inside : nil, Self.of(Self.doubt, doubted))
    } else if !sides.within.isEmpty {
      (side, reason) = (nil, Self.of("held.inside", sides.within))
    } else if !sides.silent.isEmpty {
      (side, reason) = (nil, Self.of("held.silent", sides.silent))
    } else if output.holdsInside != .none {
      (side, reason) = (nil, Self.of("held.notInside", output.holdsInside))
    } else if output.holdsOutside == .none {
      (side, reason) = (
        nil,
        isSpeedKnown
          ? Self.of("held.notSpeeding", output.holdsSpeeding) : Reason(Self.noSpeed)
      )
    } else {
      (side, reason) = (nil, Self.of("held.unwatched", output.holdsOutside))
    }
  }

  private static func of(_ code: String, _ ids: [String]) -> Reason {
    Reason(code, ["names": .names(ids, most: 3)])
  }

  private static func of(_ code: String, _ choice: RegionChoice) -> Reason {
    choice == .any ? Reason("\(code)Any") : Reason(code, ["names": .text(choice.words)])
  }
}
