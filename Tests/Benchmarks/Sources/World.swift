import Base
import Geofence
import Glibc
import RegionFiles

/// Synthetic regions on a grid, half circles and half polygons, and a walk among them.
enum World {
  private static let metresPerDegree = 111_320.0

  /// `count` regions around the walk: in turn circles, and polygons of 10 to 200 corners.
  ///
  /// - Parameter spacing: Metres between the middles of two neighbours.
  static func regions(_ count: Int, spacing: Double) -> [Region] {
    (0..<count).map { index in
      let middle = middle(index, spacing)
      let shape =
        index.isMultiple(of: 2) ? circle(middle) : polygon(middle, corners: 10 + index * 7 % 191)
      return Region(id: "region \(index)", shape: shape)
    }
  }

  static func circle(_ middle: Coordinate = origin) -> Shape {
    .circle(Circle(center: middle, radius: 40)!)
  }

  /// A coast with this many corners, with bays and capes, 30 to 60 m from its middle.
  static func polygon(_ middle: Coordinate = origin, corners: Int) -> Shape {
    var ring = (0..<corners).map { corner in
      let angle = 2 * .pi * Double(corner) / Double(corners)
      let radius = 45 + 9 * sin(7 * angle) + 4 * sin(31 * angle) + 2 * sin(97 * angle)
      return moved(middle, east: radius * cos(angle), north: radius * sin(angle))
    }
    ring.append(ring[0])
    return .polygon(Polygon(parts: [[ring]])!)
  }

  /// The middle of a region: a spiral of squares, so that the first are the nearest.
  private static func middle(_ index: Int, _ spacing: Double) -> Coordinate {
    let ring = Int((Double(index).squareRoot() + 1) / 2)
    guard ring > 0 else { return origin }
    let side = 2 * ring
    let place = index - (side - 1) * (side - 1)
    let along = Double(place % side - ring + 1)
    let far = Double(ring)
    let (east, north) =
      switch place / side {
      case 0: (far, along)
      case 1: (-along, far)
      case 2: (-far, -along)
      default: (along, -far)
      }
    return moved(origin, east: east * spacing, north: north * spacing)
  }

  static let origin = Coordinate(latitude: 47, longitude: 15)

  private static func moved(_ from: Coordinate, east: Double, north: Double) -> Coordinate {
    Coordinate(
      latitude: from.latitude + north / metresPerDegree,
      longitude: from.longitude + east / metresPerDegree / cos(from.latitude * .pi / 180))
  }

  /// The position at a second on a walk in rounds of 200 m.
  static func position(_ second: Int) -> Coordinate {
    let angle = Double(second) * 1.4 / 200
    return moved(origin, east: 200 * cos(angle), north: 200 * sin(angle * 1.3))
  }

  /// The fix that a receiver reports at a second.
  static func fix(_ second: Int) -> Fix {
    Fix(
      mode: .fix3D, device: nil, time: time(second), coordinate: position(second), eph: 17.1,
      speed: 1.4, track: Double(second * 3 % 360))
  }

  /// The same fix as gpsd reports it.
  static func report(_ second: Int) -> String {
    let position = position(second)
    return """
      {"class":"TPV","device":"/dev/serial0","mode":3,"time":"\(time(second).rfc3339)",\
      "lat":\(position.latitude),"lon":\(position.longitude),"track":\(second * 3 % 360),\
      "speed":1.4,"eph":17.1}
      """
  }

  private static func time(_ second: Int) -> Timestamp {
    Timestamp(nanoseconds: 1_780_478_071_000_000_000 + Int64(second) * 1_000_000_000)
  }
}
