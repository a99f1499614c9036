package import Geofence
internal import Notation

/// What a person walked around, or along, as the corners of a region.
package struct Outline: Hashable, Sendable {
  /// How many metres from its beginning a walk may end and still be an outline.
  static let closing = 15.0

  /// The corners, of a closed line the first again at the end.
  package let corners: [Coordinate]

  /// By how many metres corners were left out at most.
  package let tolerance: Double

  /// What a person must know about it.
  package let notes: [String]

  /// The line that was walked.
  package static func line(of survey: Survey) -> Outline {
    let tolerance = tolerance(survey)
    return Outline(
      corners: Simplification.line(survey.positions, tolerance: tolerance), tolerance: tolerance,
      notes: [])
  }

  /// What was walked around.
  ///
  /// Who has come around is near where he began: what he walked on from there
  /// is left out. Where the outline crosses itself the smaller loop is left out.
  package static func ring(of survey: Survey) -> Outline {
    let tolerance = tolerance(survey)
    let path = survey.positions
    guard let first = path.first else {
      return Outline(corners: [], tolerance: tolerance, notes: [])
    }
    let end = endOfRound(path, within: max(Self.closing, 5 * survey.noise))
    let closing = path[end].distance(to: first)
    var notes: [String] = []
    if closing > max(Self.closing, 5 * survey.noise) {
      notes.append(
        "the end is \(closing.metresText(decimals: 0)) from the beginning: closed by a straight line"
      )
    }
    let ring = Simplification.ring(Array(path[...end]) + [first], tolerance: tolerance)
    let (corners, lost) = withoutLoops(ring)
    let whole = Ring(corners).area
    if lost > 0.02 * whole {
      notes.append(
        "the outline crosses itself: loops of \(lost.text(decimals: 0)) m² were left out")
    }
    return Outline(
      corners: Ring(corners).isClockwise ? corners.reversed() : corners, tolerance: tolerance,
      notes: notes)
  }

  /// Corners that errors make are none.
  private static func tolerance(_ survey: Survey) -> Double { max(1, survey.noise) }

  /// The index in the second half of the way that is nearest to where it began, if one is near.
  private static func endOfRound(_ path: [Coordinate], within reach: Double) -> Int {
    var walked = [0.0]
    for (start, end) in zip(path, path.dropFirst()) {
      walked.append(walked[walked.count - 1] + start.distance(to: end))
    }
    let half = walked[walked.count - 1] / 2
    let near = path.indices.filter { walked[$0] > half }
      .map { (index: $0, distance: path[$0].distance(to: path[0])) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= reach else { return path.count - 1 }
    return near.index
  }

  /// A ring cut where it crosses itself, and the area of what was cut off.
  private static func withoutLoops(_ ring: [Coordinate]) -> ([Coordinate], lost: Double) {
    var ring = ring
    var lost = 0.0
    // Each cut leaves out a corner at least.
    while let (first, second) = Ring(ring).crossing {
      let place = crossing(ring[first], ring[first + 1], ring[second], ring[second + 1])
      let loop = [place] + ring[(first + 1)...second] + [place]
      let rest = ring[...first] + [place] + ring[(second + 1)...]
      let areas = (Ring(loop).area, Ring(Array(rest)).area)
      ring = areas.0 > areas.1 ? loop : Array(rest)
      lost += min(areas.0, areas.1)
    }
    return (ring, lost)
  }

  /// Where two lines that are known to cross do so.
  private static func crossing(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
  ) -> Coordinate {
    // Relative to the first, so that the antimeridian is no border.
    func offset(_ point: Coordinate) -> (x: Double, y: Double) {
      ((point.longitude - a.longitude).remainder(dividingBy: 360), point.latitude - a.latitude)
    }
    let (along, from, to) = (offset(b), offset(c), offset(d))
    let other = (x: to.x - from.x, y: to.y - from.y)
    let share =
      (from.x * other.y - from.y * other.x) / (along.x * other.y - along.y * other.x)
    return Coordinate(
      latitude: a.latitude + share * along.y,
      longitude: (a.longitude + share * along.x).remainder(dividingBy: 360))
  }
}

extension Survey {
  /// The cushion in whole metres that keeps errors like those that were seen from counting, if
  /// it is more than what is asked of everybody.
  package var cushion: Double? {
    let cushion = (3 * noise).rounded(.up)
    return cushion > 4 ? cushion : nil
  }
}
