import Geofence
import Glibc

/// A fix near the border of a region, as rules of others see it.
struct FixAtBorder {
  /// Metres inside the region; negative outside.
  let depth: Double

  /// The standard deviation of each axis in metres.
  let sigma: Double

  private let shape: Shape
  private let coordinate: Coordinate

  /// Measures a fix against a region.
  init(_ fix: TrustedFix, of shape: Shape) {
    depth = shape.depth(at: fix.coordinate)
    sigma = fix.sigma
    self.shape = shape
    coordinate = fix.coordinate
  }

  /// The radius in metres of the circle that holds 68 % of a normal error, which phones report.
  var accuracy: Double { Self.within68 * sigma }

  /// The share of that circle's area that lies inside the region, whatever the region's shape.
  var shareInside: Double {
    guard abs(depth) < accuracy else { return depth > 0 ? 1 : 0 }
    let map = LocalMap(around: coordinate)
    let inside = Self.places.count { place in
      let place = LocalMap.Point(east: accuracy * place.east, north: accuracy * place.north)
      return shape.depth(at: map.coordinate(place)) > 0
    }
    return Double(inside) / Double(Self.places.count)
  }

  // A normal error in two dimensions is within this many deviations of an axis for 68 %.
  private static let within68 = 1.51

  /// Places that are spread evenly over a disc of radius 1, as the seeds of a sunflower are.
  private static let places = (0..<100).map { seed in
    let radius = ((Double(seed) + 0.5) / 100).squareRoot()
    let angle = Double(seed) * goldenAngle
    return LocalMap.Point(east: radius * sin(angle), north: radius * cos(angle))
  }

  // Radians: no two seeds lie in nearly the same direction.
  private static let goldenAngle = Double.pi * (3 - 5.0.squareRoot())
}
