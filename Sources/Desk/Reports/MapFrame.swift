internal import Base
internal import Geofence
internal import Picket

/// The part of the earth that a drawing shows, and the projection onto it.
struct MapFrame: Sendable {
  /// The part that is shown at first.
  let view: Box

  /// The part that is drawn: the limit for moving and zooming out.
  let limit: Box

  /// The metres of one unit of the drawing.
  let unit: Double

  private let map: LocalMap

  /// A point in units of the drawing.
  struct Place: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  /// A part of the map in metres.
  struct Box: Hashable, Sendable {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity

    var width: Double { east - west }
    var height: Double { north - south }
    var isEmpty: Bool { !(width >= 0 && height >= 0) }

    mutating func add(_ point: LocalMap.Point) {
      west = min(west, point.east)
      east = max(east, point.east)
      south = min(south, point.north)
      north = max(north, point.north)
    }

    func united(_ other: Box) -> Box {
      Box(
        west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
        north: max(north, other.north))
    }

    func enlarged(by margin: Double) -> Box {
      Box(west: west - margin, south: south - margin, east: east + margin, north: north + margin)
    }

    func touches(_ other: Box) -> Bool {
      west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    func contains(_ other: Box) -> Bool {
      west <= other.west && other.east <= east && south <= other.south && other.north <= north
    }

    func contains(_ point: LocalMap.Point) -> Bool {
      west...east ~= point.east && south...north ~= point.north
    }
  }

  /// A frame around positions, and around the shapes that do not make the frame much larger.
  ///
  /// - Returns: `nil` without a position.
  init?(around positions: [Coordinate], shapes: [Shape]) {
    guard let middle = Coordinate.middle(of: positions) else { return nil }
    let map = LocalMap(around: middle)
    let points = positions.map(map.point)
    let track = Self.box(of: points).enlarged(by: 15)
    let most = 3 * max(track.width, track.height, 100)
    var view = track
    let boxes = shapes.map { Self.box(of: $0.chains.joined().map(map.point)) }
      .sorted { max($0.width, $0.height) < max($1.width, $1.height) }
    for box in boxes where !box.isEmpty {
      let united = view.united(box)
      if max(united.width, united.height) <= most { view = united }
    }
    let size = max(view.width, view.height)
    view = view.enlarged(by: 0.09 * size)
    self.map = map
    self.view = view
    limit = view.enlarged(by: 2 * size)
    var unit = 0.01
    while size / unit > 20_000 { unit *= 10 }
    self.unit = unit
  }

  /// The box around all points except a few that are much farther away than the others.
  private static func box(of points: [LocalMap.Point]) -> Box {
    var all = Box()
    for point in points { all.add(point) }
    guard points.count > 20 else { return all }
    func range(_ values: [Double]) -> (Double, Double) {
      let sorted = values.sorted()
      let few = max(1, sorted.count / 50)
      let (low, high) = (sorted[few], sorted[sorted.count - 1 - few])
      let reach = 3 * max(high - low, 30)
      return (max(sorted[0], low - reach), min(sorted[sorted.count - 1], high + reach))
    }
    (all.west, all.east) = range(points.map(\.east))
    (all.south, all.north) = range(points.map(\.north))
    return all
  }

  /// The point of a position on the map, in metres.
  func point(_ coordinate: Coordinate) -> LocalMap.Point { map.point(coordinate) }

  /// The position of a point of the map.
  func coordinate(_ point: LocalMap.Point) -> Coordinate { map.coordinate(point) }

  /// The place of a position on the drawing.
  func place(_ coordinate: Coordinate) -> Place { place(map.point(coordinate)) }

  /// The place of a point of the map on the drawing, whose second axis points down.
  func place(_ point: LocalMap.Point) -> Place {
    Place(x: length(point.east), y: length(-point.north))
  }

  /// A length of the map in units of the drawing.
  func length(_ metres: Double) -> Int { Int(max(-1e9, min(1e9, (metres / unit).rounded()))) }

  /// The left and upper side of a box, its width and its height, in units of the drawing.
  func sides(_ box: Box) -> [Int] {
    [length(box.west), length(-box.north), length(box.width), length(box.height)]
  }

  /// The units of the drawing for one pixel of a phone's map, the size for which labels are placed.
  var unitsPerPixel: Double { max(view.width, view.height) / unit / 400 }
}
