package import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The map of a report, drawn as SVG: regions, track, rejected fixes, events and marks.
struct WalkMap: Sendable {
  /// Where it lies.
  let frame: MapFrame

  /// What had to be left out, in words.
  private(set) var omissions: [String] = []

  /// The element, whole.
  private(set) var svg = ""

  private var labels = Placement()

  /// Draws what happened on a walk.
  ///
  /// - Parameter kept: Which of the fixes are drawn.
  /// - Returns: `nil` when nothing has a place.
  init?(_ account: Account, kept: [Int]) {
    let estimates = account.moments.compactMap(\.estimate)
    let places = estimates.isEmpty ? account.marks.compactMap(\.coordinate) : estimates
    guard
      let frame = MapFrame(
        around: places, shapes: account.near.map { account.regions[$0].shape })
    else { return nil }
    self.frame = frame
    blockButtons()
    let track = TrackLines(account, kept: kept, on: frame)
    let pins = account.events.map { happening in
      Pin(happening.event, at: account.place(of: happening))
    }
    let marks = account.marks.enumerated().compactMap { number, mark in
      mark.coordinate.map { (number, mark, $0) }
    }
    block(pins)
    let regions = regions(account.regions, account.histories.map(\.approach))
    // The names that matter most, then the numbers, then the names for which there is room.
    let first = regions.drawings.prefix(12).compactMap { label($0, track.blockedSpots) }
    let drawnPins = self.pins(pins, track.blockedSpots)
    let rest = regions.drawings.dropFirst(12).compactMap { label($0, track.blockedSpots) }
    let drawnMarks = marks.map { self.mark($0.0, $0.1, at: $0.2) }.joined()
    omissions += track.omissions
    svg = """
      \(head(account.title))\(regions.areas)<g class="track">\(track.svg)</g>\
      <g class="names">\((first + rest).joined())</g>\
      \(drawnMarks)\(drawnPins)\(foot)
      """
  }

  /// Draws events without a track, as of a journal, and the regions that are known.
  init?(title: String, events: [Pin], marks: [Mark], regions: [Region] = []) {
    let places = events.compactMap(\.place) + marks.compactMap(\.coordinate)
    let told = Set(events.map(\.region))
    let shapes = regions.filter { told.contains($0.id) }.map(\.shape)
    guard let frame = MapFrame(around: places, shapes: shapes) else { return nil }
    self.frame = frame
    if !regions.isEmpty { blockButtons() }
    block(events)
    let drawn = self.regions(regions, regions.map { told.contains($0.id) ? 0 : nil })
    let names = drawn.drawings.prefix(40).compactMap { label($0, []) }.joined()
    let pins = pins(events, [])
    let flags = marks.enumerated().compactMap { number, mark in
      mark.coordinate.map { self.mark(number, mark, at: $0) }
    }.joined()
    svg = """
      \(head(title))\(drawn.areas)<g class="names">\(names)</g>\(flags)\(pins)\(foot)
      """
  }

  private func head(_ title: String) -> String {
    let box = frame.viewBox(frame.view)
    return """
      <svg id="map" class="map" role="img" aria-label="Map: \(Markup.text(title))" \
      viewBox="\(box)" data-limit="\(frame.viewBox(frame.limit))" data-unit="\(frame.unit)" \
      style="--ratio:\(ratio);--u:\((frame.unitsPerPixel * 0.6).text(decimals: 3))">
      """
  }

  /// How wide the map is for its height: as the walk, but neither a ribbon nor a tower.
  private var ratio: String {
    max(0.8, min(2.2, frame.view.width / frame.view.height)).text(decimals: 2)
  }

  private var foot: String {
    let length = Self.niceLength(upTo: frame.view.width / 4)
    let units = frame.length(length)
    let (x, y) = (
      frame.length(frame.view.west + frame.view.width * 0.03),
      frame.length(-frame.view.south - frame.view.height * 0.03)
    )
    return """
      <g id="picked"></g><g id="scale" class="scale" transform="translate(\(x) \(y))">\
      <path d="M0 0h\(units)"/><g class="k"><text x="2" y="-7">\(length.distanceText())</text></g>\
      </g></svg>
      """
  }

  /// The greatest length of 1, 2 or 5 and noughts that is no longer than this.
  static func niceLength(upTo most: Double) -> Double {
    var decade = 1e-2
    while decade * 10 <= most { decade *= 10 }
    return [5.0, 2, 1].map { $0 * decade }.first { $0 <= most } ?? decade
  }

  // MARK: Labels

  /// Where a place is on a map of nominal width, in pixels.
  private func pixel(_ place: DrawnPath.Place) -> (x: Double, y: Double) {
    (Double(place.x) / frame.unitsPerPixel, Double(place.y) / frame.unitsPerPixel)
  }

  /// Keeps the corner free in which the buttons to come closer are.
  private mutating func blockButtons() {
    let corner = pixel(frame.place(LocalMap.Point(east: frame.view.east, north: frame.view.north)))
    labels.block(Placement.Spot(x: corner.x - 25, y: corner.y + 75, width: 60, height: 150))
  }

  /// Keeps the places of events free.
  private mutating func block(_ pins: [Pin]) {
    for pin in pins.prefix(Self.mostPins) {
      guard let place = pin.place.map(frame.place) else { continue }
      let pixel = pixel(place)
      labels.block(Placement.Spot(x: pixel.x, y: pixel.y, width: 8, height: 8))
    }
  }

  private mutating func pins(_ pins: [Pin], _ track: [Placement.Spot]) -> String {
    var drawn = ""
    var crowded = 0
    for pin in pins.prefix(Self.mostPins) {
      guard let place = pin.place.map(frame.place) else { continue }
      let pixel = pixel(place)
      let candidates = Placement.around(
        x: pixel.x, y: pixel.y, width: pin.width + 4, height: 24, from: 8)
      // Beside the track if there is room, on it if there is not.
      let spot =
        labels.take(candidates.filter { spot in !track.contains { $0.overlaps(spot) } })
        ?? labels.take(candidates)
      if spot == nil { crowded += 1 }
      drawn += pin.svg(at: place, offset: spot.map { ($0.x - pixel.x, $0.y - pixel.y) })
    }
    if crowded > 0 {
      omissions.append("\(crowded) events are dots on the map for want of room for their numbers")
    }
    if pins.count > Self.mostPins {
      omissions.append("the map shows the first \(Self.mostPins) of \(pins.count) events")
    }
    return "<g class=\"pins\">\(drawn)</g>"
  }

  private mutating func mark(_ number: Int, _ mark: Mark, at coordinate: Coordinate) -> String {
    let place = frame.place(coordinate)
    let title = mark.text.isEmpty ? "mark" : "mark: \(Markup.text(mark.text))"
    return """
      <g class="mark" transform="translate(\(place.x) \(place.y))"><title>\(title)</title>\
      <g class="k"><path d="M0 0V-22M0-22h15l-4 5 4 5H0"/><circle r="2.5"/></g></g>
      """
  }

  // MARK: Regions

  private mutating func regions(
    _ regions: [Region], _ approaches: [Double?]
  ) -> (areas: String, drawings: [RegionDrawing]) {
    var drawings: [RegionDrawing] = []
    for (index, region) in regions.enumerated() {
      let drawing = RegionDrawing(index, region, approach: approaches[index], on: frame)
      if drawing.box.touches(frame.limit) { drawings.append(drawing) }
    }
    if drawings.count > Self.mostRegions {
      omissions.append(
        "the map shows \(Self.mostRegions) of \(regions.count) regions, the nearest to the track")
      drawings.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
      drawings.removeLast(drawings.count - Self.mostRegions)
    }
    // Finer than half a pixel nothing is seen before one comes closer.
    var tolerance = frame.unitsPerPixel * frame.unit / 4
    for drawing in drawings.indices { drawings[drawing].simplify(to: tolerance) }
    while drawings.reduce(0, { $0 + $1.count }) > Self.mostCorners {
      tolerance *= 2
      for drawing in drawings.indices { drawings[drawing].simplify(to: tolerance) }
    }
    drawings.sort { ($0.size, $1.index) > ($1.size, $0.index) }
    let indices = Dictionary(regions.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let drawn = Set(drawings.map(\.index))
    let bodies = drawings.map { drawing in
      drawing.svg(
        excluding: drawing.region.exclude.compactMap { indices[$0] }.filter(drawn.contains))
    }
    let areas = "<g class=\"regions\">\(bodies.joined())</g>"
    return (areas, drawings.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) })
  }

  private mutating func label(_ drawing: RegionDrawing, _ track: [Placement.Spot]) -> String? {
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
    let free = spots.map(\.spot).filter { spot in !track.contains { $0.overlaps(spot) } }
    guard let spot = labels.take(free) ?? labels.take(spots.map(\.spot)),
      let place = spots.first(where: { $0.spot == spot })?.place
    else { return nil }
    let (x, y) = pixel(place)
    return """
      <g transform="translate(\(place.x) \(place.y))"><text class="k" x="\
      \((spot.x - x).text(decimals: 0))" y="\((spot.y - y + 4).text(decimals: 0))">\
      \(Markup.text(name))</text></g>
      """
  }

  /// Whether all of a rectangle is on the map as it is shown first.
  private func isShown(_ spot: Placement.Spot) -> Bool {
    let northWest = pixel(
      frame.place(LocalMap.Point(east: frame.view.west, north: frame.view.north)))
    let southEast = pixel(
      frame.place(LocalMap.Point(east: frame.view.east, north: frame.view.south)))
    return spot.x - spot.width / 2 >= northWest.x && spot.x + spot.width / 2 <= southEast.x
      && spot.y - 8 >= northWest.y && spot.y + 8 <= southEast.y
  }

  private static let mostPins = 200
  private static let mostRegions = 250
  private static let mostCorners = 20_000
}

extension Account {
  /// Where the carrier was taken to be when an event was confirmed.
  package func place(of happening: Happening) -> Coordinate {
    var low = 0
    var high = moments.count
    // The last fix that is not later.
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].offset <= happening.offset { low = middle + 1 } else { high = middle }
    }
    return moments[..<low].last { $0.estimate != nil }?.estimate ?? happening.event.coordinate
  }
}
