import Geofence
import Glibc

/// A way near a circle, in metres from its centre, with a place for each fix.
struct MadeWay: Sendable {
  /// The centre of the circle, and its radius in metres.
  static let centre = Coordinate(latitude: 52, longitude: 4)
  static let radius = 30.0

  /// The fixes in a second.
  static let rate = 5.0

  private(set) var places: [LocalMap.Point]

  /// Starts at a place, and stands there for some seconds.
  init(from place: LocalMap.Point, for seconds: Double) {
    places = [place]
    wait(seconds)
  }

  /// Stands for some seconds.
  mutating func wait(_ seconds: Double) {
    places += Array(repeating: last, count: Int(seconds * Self.rate))
  }

  /// Goes straight to a place, at a speed in metres per second.
  mutating func go(to place: LocalMap.Point, _ speed: Double) {
    let from = last
    let way = place + from * -1
    let count = max(1, Int(way.length / speed * Self.rate))
    for index in 1...count { places.append(from + way * (Double(index) / Double(count))) }
  }

  private var last: LocalMap.Point { places.last ?? LocalMap.Point(east: 0, north: 0) }

  /// The velocity at a place, in metres per second.
  func velocity(at index: Int) -> LocalMap.Point {
    let (before, after) = (max(0, index - 1), min(places.count - 1, index + 1))
    guard after > before else { return LocalMap.Point(east: 0, north: 0) }
    return (places[after] + places[before] * -1) * (Self.rate / Double(after - before))
  }

  /// The time of a place.
  func time(of index: Int) -> Timestamp {
    Timestamp(
      nanoseconds: 1_780_000_000_000_000_000 + Int64(Double(index) / Self.rate * 1e9))
  }

  /// The depth in the circle at a time, in metres.
  func depth(at time: Timestamp) -> Double {
    let since = self.time(of: 0).duration(to: time)
    let index = Int((since.inSeconds * Self.rate).rounded())
    let place = places[min(max(0, index), places.count - 1)]
    return Self.radius - place.length
  }
}

extension LocalMap.Point {
  /// The distance from the middle, in metres.
  var length: Double { (east * east + north * north).squareRoot() }

  /// The point at distance 1 in a direction, in radians from north.
  static func unit(_ angle: Double) -> Self { Self(east: sin(angle), north: cos(angle)) }

  static func + (left: Self, right: Self) -> Self {
    Self(east: left.east + right.east, north: left.north + right.north)
  }

  static func * (point: Self, factor: Double) -> Self {
    Self(east: point.east * factor, north: point.north * factor)
  }
}
