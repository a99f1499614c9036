internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The names and numbers on a map, placed so that they do not overlap.
///
/// Places are in pixels of a map of nominal width.
struct MapLabels: Sendable {
  /// The omissions, in words.
  private(set) var omissions: [String] = []

  private let frame: MapFrame
  private let track: [Placement.Spot]
  private var placement = Placement()

  /// Creates the labels of a map, which avoid the track where possible.
  init(on frame: MapFrame, avoiding track: [Placement.Spot] = []) {
    self.frame = frame
    self.track = track
  }

  // MARK: Room

  /// Keeps the corner of the zoom buttons free.
  mutating func blockButtons() {
    let corner = pixel(frame.place(LocalMap.Point(east: frame.view.east, north: frame.view.north)))
    placement.block(Placement.Spot(x: corner.x - 25, y: corner.y + 75, width: 60, height: 150))
    // The button that saves a picture is beside that column: a narrow map has no room for a longer
    // one.
    placement.block(Placement.Spot(x: corner.x - 80, y: corner.y + 25, width: 50, height: 50))
  }

  /// Keeps the places of events free.
  mutating func block(_ pins: [Pin]) {
    for pin in pins.prefix(Self.mostPins) {
      guard let place = pin.place.map(frame.place) else { continue }
      let pixel = pixel(place)
      placement.block(Placement.Spot(x: pixel.x, y: pixel.y, width: 8, height: 8))
    }
  }

  /// The first free candidate next to the track, or else on it.
  private mutating func reserve(_ candidates: [Placement.Spot]) -> Placement.Spot? {
    placement.reserve(candidates.filter { spot in !track.contains { $0.overlaps(spot) } })
      ?? placement.reserve(candidates)
  }

  /// A place of the drawing, in pixels of the nominal map.
  private func pixel(_ place: DrawnPath.Place) -> (x: Double, y: Double) {
    (Double(place.x) / frame.unitsPerPixel, Double(place.y) / frame.unitsPerPixel)
  }

  /// Whether a whole rectangle is on the part of the map that is shown at first.
  private func isShown(_ spot: Placement.Spot) -> Bool {
    let northWest = pixel(
      frame.place(LocalMap.Point(east: frame.view.west, north: frame.view.north)))
    let southEast = pixel(
      frame.place(LocalMap.Point(east: frame.view.east, north: frame.view.south)))
    return spot.x - spot.width / 2 >= northWest.x && spot.x + spot.width / 2 <= southEast.x
      && spot.y - 8 >= northWest.y && spot.y + 8 <= southEast.y
  }

  // MARK: Elements

  /// The pins of events, each with its number if there is room.
  mutating func pins(_ pins: [Pin]) -> String {
    var drawn = ""
    var crowded = 0
    for pin in pins.prefix(Self.mostPins) {
      guard let place = pin.place.map(frame.place) else { continue }
      let pixel = pixel(place)
      let spots = Placement.around(
        x: pixel.x, y: pixel.y, width: pin.width + 4, height: 24, from: 8)
      let spot = reserve(spots.filter(isShown)) ?? reserve(spots)
      if spot == nil { crowded += 1 }
      drawn += pin.svg(at: place, offset: spot.map { ($0.x - pixel.x, $0.y - pixel.y) })
    }
    if crowded > 0 {
      omissions.append(
        "\(crowded.counted("event is a dot", "events are dots")) on the map: "
          + "there is no room for \(crowded == 1 ? "its number" : "their numbers")")
    }
    if pins.count > Self.mostPins {
      omissions.append("the map shows the first \(Self.mostPins) of \(pins.count) events")
    }
    return "<g class=\"pins\">\(drawn)</g>"
  }

  /// The name of a region next to one of its outermost points; `nil` when there is no room.
  mutating func name(_ drawing: RegionDrawing) -> String? {
    let id = drawing.region.id
    let name = id.count > 28 ? "\(id.prefix(27))…" : id
    let width = Double(name.count) * 7.4 + 6
    var spots: [(spot: Placement.Spot, place: DrawnPath.Place)] = []
    for point in drawing.extremes(in: frame.view) {
      let place = frame.place(point)
      let pixel = pixel(place)
      for (x, y) in [(0.0, -9.0), (0, 12), (-width / 2, -9), (width / 2, -9), (0, 26), (0, -24)] {
        let spot = Placement.Spot(x: pixel.x + x, y: pixel.y + y, width: width, height: 15)
        spots.append((spot, place))
      }
    }
    spots = spots.filter { isShown($0.spot) }
    guard let spot = reserve(spots.map(\.spot)),
      let place = spots.first(where: { $0.spot == spot })?.place
    else { return nil }
    let (x, y) = pixel(place)
    return """
      <g transform="translate(\(place.x) \(place.y))"><text class="k" x="\
      \((spot.x - x).text(decimals: 0))" y="\((spot.y - y + 4).text(decimals: 0))">\
      \(Markup.text(name))</text></g>
      """
  }

  /// A word next to one of its places; `nil` when there is no room.
  mutating func word(_ word: TrackWords.Word) -> String? {
    let width = Double(word.text.count) * 6.6 + 6
    for place in word.places {
      let (x, y) = pixel(place)
      let spots = Placement.around(x: x, y: y, width: width, height: 15, from: 7).prefix(48)
      guard let spot = reserve(spots.filter(isShown)) else { continue }
      return """
        <g class="word \(word.style)" transform="translate(\(place.x) \(place.y))">\
        <text class="k" x="\((spot.x - x).text(decimals: 0))" \
        y="\((spot.y - y + 4).text(decimals: 0))">\(Markup.text(word.text))</text></g>
        """
    }
    return nil
  }

  private static let mostPins = 200
}
