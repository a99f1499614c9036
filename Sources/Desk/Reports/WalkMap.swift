internal import Geofence
internal import Maps
internal import Notation
internal import Picket
internal import RegionFiles

/// The map of a report, drawn as SVG: regions, track, rejected fixes, events and marks.
struct WalkMap: Sendable {
  /// The part of the earth that the map shows.
  let frame: MapFrame

  /// The omissions, in words.
  private(set) var omissions: [String] = []

  /// The credit for the data of the ground, as markup.
  private(set) var credit = ""

  /// Whether the ground has pictures.
  private(set) var hasImages = false

  /// The whole element.
  private(set) var svg = ""

  /// Draws a walk.
  ///
  /// - Parameter kept: The indices of the fixes that are drawn.
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
    let track = TrackLines(account, kept: kept, on: frame)
    let pins = account.events.map { Pin($0.event, at: account.place(of: $0)) }
    var labels = MapLabels(on: frame, avoiding: track.blockedSpots)
    labels.blockButtons()
    labels.block(pins)
    let regions = RegionLayer(
      account.regions, approaches: account.histories.map(\.approach), on: frame)
    // The most important names first, then the meaning of the lines, then the numbers, which may be
    // farther away, then the names for which there is room.
    let first = regions.drawings.prefix(12).compactMap { labels.name($0) }
    func isHidden(_ word: TrackWords.Word) -> Bool { word.style == "by-accuracy" }
    let name = comparison.flatMap { comparison in
      TrackWords.Word(comparison.names.other, on: comparison.account, frame: frame)
    }
    var words = [name].compactMap { $0.flatMap { labels.word($0) } }
    words += track.words.filter { !isHidden($0) }.compactMap { labels.word($0) }
    let drawnPins = labels.pins(pins)
    words += track.words.filter(isHidden).compactMap { labels.word($0) }
    let rest = regions.drawings.dropFirst(12).compactMap { labels.name($0) }
    let layer = GroundLayer(ground, on: frame)
    (credit, hasImages) = (layer.credit, layer.hasImages)
    omissions = regions.omissions + labels.omissions + track.omissions + layer.omissions
    svg = """
      \(head(account.title))\(layer.svg)\(regions.svg)\(otherTrack(comparison))<g class="track">\(track.svg)</g>\
      <g class="names">\((first + rest).joined())</g>\
      <g class="words">\(words.joined())</g>\(flags(account.marks))\(drawnPins)\(foot)
      """
  }

  /// Draws events without a track, such as those of a journal, and the known regions.
  init?(
    title: String, events: [Pin], marks: [WalkMark], regions: [Region] = [],
    on ground: PMTilesFile? = nil
  ) {
    let places = events.compactMap(\.place) + marks.compactMap(\.coordinate)
    let named = Set(events.map(\.region))
    let shapes = regions.filter { named.contains($0.id) }.map(\.shape)
    guard let frame = MapFrame(around: places, shapes: shapes) else { return nil }
    self.frame = frame
    var labels = MapLabels(on: frame)
    if !regions.isEmpty { labels.blockButtons() }
    labels.block(events)
    let drawn = RegionLayer(
      regions, approaches: regions.map { named.contains($0.id) ? 0 : nil }, on: frame)
    let names = drawn.drawings.prefix(40).compactMap { labels.name($0) }.joined()
    let pins = labels.pins(events)
    let layer = GroundLayer(ground, on: frame)
    (credit, hasImages) = (layer.credit, layer.hasImages)
    omissions = drawn.omissions + labels.omissions + layer.omissions
    svg = """
      \(head(title))\(layer.svg)\(drawn.svg)<g class="names">\(names)</g>\(flags(marks))\(pins)\(foot)
      """
  }

  /// The track of the compared walk.
  private func otherTrack(_ comparison: Comparison?) -> String {
    guard let comparison else { return "" }
    var path = DrawnPath()
    let other = comparison.account
    for segment in other.segments {
      let step = max(1, segment.count / 2000)
      let places = segment.indices.filter { $0.isMultiple(of: step) }
        .compactMap { segment[$0].estimate.map(frame.place) }
      path.line(Contour.simplified(places, to: frame.unitsPerPixel / 3))
    }
    return """
      <path class="other-track" d="\(path.data)"><title>\(Markup.text(comparison.names.other))</title></path>
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

  /// The ratio of the map's width to its height: that of the walk, between 0.8 and 2.2.
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

  /// The greatest length up to a limit that is 1, 2 or 5 times a power of ten.
  static func niceLength(upTo most: Double) -> Double {
    var decade = 1e-2
    while decade * 10 <= most { decade *= 10 }
    return [5.0, 2, 1].map { $0 * decade }.first { $0 <= most } ?? decade
  }

  /// The flags of the marks whose position is known.
  private func flags(_ marks: [WalkMark]) -> String {
    marks.map { mark in
      guard let place = mark.coordinate.map(frame.place) else { return "" }
      let title = mark.text.isEmpty ? "mark" : "mark: \(Markup.text(mark.text))"
      return """
        <g class="mark" transform="translate(\(place.x) \(place.y))"><title>\(title)</title>\
        <g class="k"><path d="M0 0V-22M0-22h15l-4 5 4 5H0"/><circle r="2.5"/></g></g>
        """
    }.joined()
  }
}
