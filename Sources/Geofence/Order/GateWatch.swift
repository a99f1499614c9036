/// Decides when a gate was crossed, and to which side.
///
/// The line from one filtered position to the next shows where the gate was crossed. That counts once
/// the carrier is past the line by more than its position may be off; who turns back before has not
/// crossed. A carrier that was never clear of the line has not come from its other side.
struct GateWatch: Codable, Sendable {
  /// A crossing that is not confirmed yet.
  struct Passage: Codable, Hashable, Sendable {
    /// The side to which it leads.
    var side: Event.Side
    /// The instant at which the line was crossed.
    var instant: Instant
    /// The instant of the first look past the line.
    var noticed: Instant
    /// The time without a trusted fix during the crossing, if it was too long.
    var unseen: Duration?
    /// The course there in degrees; `nil` if it is not known.
    var track: Double?
  }

  /// A look at the gate.
  struct Look {
    /// The plane at the present filtered position.
    let plane: TangentPlane
    /// The filtered position at the look before; `nil` if the way from it is not known.
    let before: Vector?
    /// The seconds since then.
    let passed: Double
    /// The metres past the line that are clear.
    let needed: Double
    /// Whether the fixes can be believed now.
    let isTrusted: Bool
    let instant: Instant
    let unseen: Duration?
    let track: Double?
  }

  /// The result of a look.
  enum GateChange {
    case nothing
    /// The gate is near or may have been crossed: that is worth saving.
    case noted
    /// The gate was crossed, and the carrier is this many metres past it.
    case crossed(Passage, metres: Double)
  }

  private(set) var passage: Passage?

  /// The metres to the line at the last look; `nil` while it is far away.
  private(set) var distance: Double?

  // The greatest distance from the line since the last crossing of it.
  private var farthest = 0.0

  /// Continues from before a restart.
  ///
  /// The carrier was clear of the line at some time before.
  ///
  /// - Parameter passage: The crossing that was not confirmed.
  mutating func resume(_ passage: Passage?) {
    farthest = Self.reach
    self.passage = passage
  }

  /// Notes that the carrier is too far away to cross it.
  mutating func passBy() {
    (distance, farthest, passage) = (nil, Self.reach, nil)
  }

  /// Looks at the gate from the next position.
  mutating func receive(_ look: Look, _ border: Border, linger: Duration) -> GateChange {
    let distance = border.distance(from: look.plane, within: Self.reach)
    defer { self.distance = distance }
    var isNoted = distance < Self.near && self.distance.map { $0 >= Self.near } ?? true
    for crossing in border.crossings(from: look.before, to: look.plane) {
      isNoted = true
      if passage != nil, passage?.side != crossing.side {
        passage = nil
      } else {
        passage = Passage(
          side: crossing.side,
          instant: look.instant.advanced(
            by: .seconds(-look.passed * (1 - crossing.share))),
          noticed: look.instant, unseen: look.unseen, track: look.track)
      }
    }
    guard let passage else {
      farthest = max(farthest, distance)
      return isNoted ? .noted : .nothing
    }
    guard look.isTrusted, distance > look.needed,
      passage.instant.duration(to: look.instant) >= linger
    else { return isNoted ? .noted : .nothing }
    let isProven = farthest > look.needed
    self.passage = nil
    farthest = distance
    return isProven ? .crossed(passage, metres: distance) : .noted
  }

  /// The metres from the line up to which distances are measured.
  static let reach = 1000.0

  /// Nearer than this many metres, a power cut may hide the crossing.
  private static let near = 30.0
}

extension Border {
  /// The crossings of the line on the way to a place, in the order of the way.
  ///
  /// - Returns: The part of the way before each crossing, and the side to which it leads.
  fileprivate func crossings(
    from before: Vector?, to plane: TangentPlane
  ) -> [(share: Double, side: Event.Side)] {
    guard let before, let start = plane.gnomonic(before), start.length > 0 else { return [] }
    var crossings: [(share: Double, side: Event.Side)] = []
    forEachEdge { first, second in
      guard let from = plane.gnomonic(first), let to = plane.gnomonic(second) else { return }
      let along = to - from
      // Positive on the left of the edge. The way ends in the origin of the plane.
      let (here, there) = (along.cross(start - from), along.cross(Offset(east: 0, north: 0) - from))
      guard (here > 0) != (there > 0) else { return }
      let share = here / (here - there)
      let place = start * (1 - share) - from
      let part = place.east * along.east + place.north * along.north
      // A corner counts for the edge that begins in it; the last one ends the gate.
      guard part >= 0, part < along.east * along.east + along.north * along.north else { return }
      crossings.append((share, there > 0 ? .left : .right))
    }
    return crossings.sorted { $0.share < $1.share }
  }
}

extension Offset {
  /// Positive if another offset is to the left of this one.
  fileprivate func cross(_ other: Offset) -> Double { east * other.north - north * other.east }
}
