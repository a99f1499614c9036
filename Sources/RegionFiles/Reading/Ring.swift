internal import Base
internal import Geofence
import Glibc

/// A ring of a polygon on the plane of longitude and latitude, to check whether it is valid.
struct Ring {
  /// A corner in degrees; `x` continues beyond ±180.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// The corners as given; a valid ring repeats the first one at the end.
  let corners: [Coordinate]

  /// The corners, each within half a turn of the previous one.
  let points: [Point]

  /// Creates a ring of any corners.
  init(_ corners: [Coordinate]) {
    self.corners = corners
    var points: [Point] = []
    points.reserveCapacity(corners.count)
    for corner in corners {
      var x = corner.longitude
      if let last = points.last { x -= 360 * ((x - last.x) / 360).rounded() }
      points.append(Point(x: x, y: corner.latitude))
    }
    self.points = points
  }

  /// The reason why a ring is not valid.
  enum Flaw: String {
    case fewCorners, notClosed, crossing, noArea
  }

  /// The reason why the ring is not valid, and the first corners of edges that cross; `nil` if it is.
  var mistake: (kind: Flaw, corners: [Int])? {
    guard corners.count > 3 else { return (.fewCorners, []) }
    guard corners.first == corners.last else { return (.notClosed, []) }
    if let (first, second) = crossing { return (.crossing, [first, second]) }
    return !goesRoundPole && area < 0.01 ? (.noArea, []) : nil
  }

  /// Whether the ring goes around the earth, with a pole on either side.
  var goesRoundPole: Bool {
    guard let first = points.first, let last = points.last else { return false }
    return abs(last.x - first.x) > 180
  }

  /// The area in square metres, computed on a plane.
  var area: Double {
    let latitudes = points.map(\.y)
    let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    let metresPerDegree = 111_320.0
    return abs(signedArea) / 2 * metresPerDegree * metresPerDegree * cos(middle * .pi / 180)
  }

  /// Whether the ring is clockwise, as RFC 7946 requires of holes.
  var isClockwise: Bool { signedArea < 0 }

  /// Twice the area in square degrees, negative when the ring is clockwise.
  private var signedArea: Double {
    guard let first = points.first else { return 0 }
    var sum = 0.0
    var previous = first
    for point in points {
      sum += (previous.x - first.x) * (point.y - first.y)
      sum -= (point.x - first.x) * (previous.y - first.y)
      previous = point
    }
    return sum
  }

  /// Whether all corners of another ring are inside it or on its border.
  func holds(_ hole: Ring) -> Bool {
    // Around a pole, inside and outside cannot be distinguished on this plane.
    if goesRoundPole || hole.goesRoundPole { return true }
    return hole.points.allSatisfy { point in
      [0.0, 360, -360].contains { holds(Point(x: point.x + $0, y: point.y)) }
    }
  }

  private func holds(_ point: Point) -> Bool {
    var isInside = false
    var isOnBorder = false
    for (start, end) in zip(points, points.dropFirst()) {
      if (start.y > point.y) != (end.y > point.y) {
        let share = (point.y - start.y) / (end.y - start.y)
        if start.x + share * (end.x - start.x) > point.x { isInside.toggle() }
      }
      if !isOnBorder { isOnBorder = Edge(start, end, 0).touches(point) }
    }
    return isInside || isOnBorder
  }
}
