internal import Base
internal import Geofence
internal import Maps
internal import Picket
internal import RegionFiles

/// The map of a report: what the page's script draws, as data.
struct WalkMap: Sendable {
  /// The part of the earth that the map shows.
  let frame: MapFrame

  /// The omissions.
  private(set) var omissions: [PageNote] = []

  /// The data.
  private(set) var json = JSONLine()

  /// The map of a walk, whose fixes are in the data of the page.
  ///
  /// - Parameter kept: The indices of these fixes.
  /// - Returns: `nil` without any position.
  init?(
    _ account: Account, kept: [Int], beside comparison: Comparison? = nil,
    on ground: PMTilesFile? = nil
  ) {
    let estimates =
      account.moments.compactMap(\.estimate)
      + (comparison?.account.moments.compactMap(\.estimate) ?? [])
    let places = estimates.isEmpty ? account.marks.compactMap(\.coordinate) : estimates
    guard
      let frame = MapFrame(
        around: places, shapes: account.near.map { account.regions[$0].shape })
    else { return nil }
    self.frame = frame
    let pins = account.events.map { Pin($0.event, at: account.place(of: $0)) }
    add(
      account.regions, approaches: account.histories.map(\.approach), pins: pins,
      marks: account.marks, ground)
    let track = TrackData(account, kept: kept, on: frame)
    track.add(to: &json)
    omissions += track.omissions
    json.add("other", comparison?.names.other)
  }

  /// The map of events without a track, such as those of a journal, and of the known regions.
  init?(
    events: [Pin], marks: [WalkMark], regions: [Region] = [],
    on ground: PMTilesFile? = nil
  ) {
    let places = events.compactMap(\.place) + marks.compactMap(\.coordinate)
    let named = Set(events.map(\.region))
    let shapes = regions.filter { named.contains($0.id) }.map(\.shape)
    guard let frame = MapFrame(around: places, shapes: shapes) else { return nil }
    self.frame = frame
    add(
      regions, approaches: regions.map { named.contains($0.id) ? 0 : nil }, pins: events,
      marks: marks, ground)
  }

  private mutating func add(
    _ regions: [Region], approaches: [Double?], pins: [Pin], marks: [WalkMark],
    _ ground: PMTilesFile?
  ) {
    json.add("unit", frame.unit, decimals: 3)
    json.add("view", frame.sides(frame.view))
    json.add("limit", frame.sides(frame.limit))
    let (outlines, left) = RegionOutline.all(of: regions, approaches: approaches, on: frame)
    omissions += left
    let indices = Dictionary(outlines.enumerated().map { ($1.region.id, $0) }) { first, _ in first }
    json.add(
      "regions",
      outlines.map { outline in
        outline.json(excluding: outline.region.exclude.compactMap { indices[$0] })
      })
    if pins.count > Self.mostPins {
      omissions.append(
        PageNote(
          "the map shows the first {shown:n} of {all:n} events",
          ["shown": .count(Self.mostPins), "all": .count(pins.count)]))
    }
    json.add("pins", pins.prefix(Self.mostPins).compactMap { $0.json(on: frame) })
    json.add("marks", marks.compactMap { $0.json(on: frame) })
    guard let ground else { return }
    let tiles = GroundTiles(ground, on: frame)
    json.add("ground", tiles.tiles)
    omissions += tiles.omissions
    json.add("credit", tiles.credit)
  }

  private static let mostPins = 200
}

/// An event on the map.
struct Pin: Hashable, Sendable {
  /// The number of the event.
  let number: Int
  let kind: Event.Kind
  let region: String

  /// The position where the event was confirmed, if known.
  let place: Coordinate?

  /// The event for the script that draws it; `nil` without a position.
  fileprivate func json(on frame: MapFrame) -> JSONLine? {
    guard let place = place.map(frame.place) else { return nil }
    var line = JSONLine()
    line.add("seq", number)
    line.add("event", kind.rawValue)
    line.add("region", region)
    line.add("x", place.x)
    line.add("y", place.y)
    return line
  }
}

extension Pin {
  /// A pin for an event at a place.
  init(_ event: Event, at place: Coordinate) {
    self.init(number: event.sequence, kind: event.kind, region: event.region, place: place)
  }
}

extension WalkMark {
  /// The mark for the script that draws it; `nil` without a position.
  fileprivate func json(on frame: MapFrame) -> JSONLine? {
    guard let place = coordinate.map(frame.place) else { return nil }
    var line = JSONLine()
    line.add("text", text)
    line.add("x", place.x)
    line.add("y", place.y)
    return line
  }
}
