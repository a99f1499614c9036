package import Geofence

/// The corners of a region, from a walk around it or along it.
package struct Outline: Hashable, Sendable {
  /// The greatest distance in metres between the ends of a walk that still counts as closed.
  static let closing = 15.0

  /// The corners; a closed line repeats the first one at the end.
  package let corners: [Coordinate]

  /// The greatest distance in metres between the walk and the simplified line.
  package let tolerance: Double

  /// What may be wrong with it.
  package let doubts: [OutlineDoubt]

  /// The doubts in words, for the user.
  package var notes: [String] { doubts.map(\.description) }

  /// The line along a walk.
  package static func line(of survey: Survey) -> Outline {
    let tolerance = tolerance(survey)
    return Outline(
      corners: Simplification.line(survey.positions, tolerance: tolerance), tolerance: tolerance,
      doubts: gaps(survey))
  }

  /// The ring around a walk.
  ///
  /// The ring ends where the walk returns to its beginning; the rest of the walk
  /// is left out. Where the ring crosses itself, the smaller loop is left out.
  package static func ring(of survey: Survey) -> Outline {
    let ring = ring(along: survey.positions, noise: survey.noise)
    return Outline(
      corners: ring.corners, tolerance: ring.tolerance, doubts: ring.doubts + gaps(survey))
  }

  /// The ring around a walk along these positions.
  ///
  /// - Parameter noise: The deviation of their errors in metres; 0 when it is not known.
  static func ring(along path: [Coordinate], noise: Double) -> Outline {
    let tolerance = max(1, noise)
    guard let first = path.first else {
      return Outline(corners: [], tolerance: tolerance, doubts: [])
    }
    let reach = max(Self.closing, 5 * noise)
    let end = endOfRound(path, within: reach)
    let gap = path[end].distance(to: first)
    var doubts: [OutlineDoubt] = []
    if gap > reach { doubts.append(.open(metres: gap)) }
    let ring = Simplification.ring(Array(path[...end]) + [first], tolerance: tolerance)
    let (corners, lost) = withoutLoops(ring)
    if lost > 0.02 * Ring(corners).area { doubts.append(.loops(squareMetres: lost)) }
    return Outline(
      corners: Ring(corners).isClockwise ? corners.reversed() : corners, tolerance: tolerance,
      doubts: doubts)
  }

  /// The tolerance in metres that removes corners caused by errors of fixes.
  private static func tolerance(_ survey: Survey) -> Double { max(1, survey.noise) }

  /// The doubt about a walk without fixes on a part of it.
  private static func gaps(_ survey: Survey) -> [OutlineDoubt] {
    survey.longestGap > .seconds(10) ? [.gap(seconds: survey.longestGap.inSeconds)] : []
  }

  /// The index of the position nearest to the beginning, in the second half of the path; the last
  /// index if none is within `reach`.
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

  /// The ring without its smaller loops, and the area of these loops in square metres.
  private static func withoutLoops(_ ring: [Coordinate]) -> ([Coordinate], lost: Double) {
    var ring = ring
    var lost = 0.0
    // The repetition ends, because each cut removes at least one corner.
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

  /// The crossing of two lines that are known to cross.
  private static func crossing(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
  ) -> Coordinate {
    // Relative to the first corner, so that the antimeridian does not matter.
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
  /// The cushion in whole metres that exceeds the errors of these fixes; `nil` up to the 4 m that
  /// every region needs.
  package var cushion: Double? {
    let cushion = (3 * noise).rounded(.up)
    return cushion > 4 ? cushion : nil
  }
}
