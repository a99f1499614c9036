internal import Geofence
internal import Notation
internal import Outputs

/// The track on the map, drawn once by its accuracy and once by the state of the carrier.
struct TrackLines: Sendable {
  /// The elements.
  private(set) var svg = ""

  /// The omissions, in words.
  private(set) var omissions: [String] = []

  /// Places that labels should avoid, in pixels of a map of nominal width.
  private(set) var blockedSpots: [Placement.Spot] = []

  /// The words for the lines, each next to its line.
  private(set) var words: [TrackWords.Word] = []

  private var lastBlocked: DrawnPath.Place?
  private var sections = TrackWords()
  private var longestGap: (length: Double, places: [DrawnPath.Place], isHidden: Bool)?
  private var wasGap = false
  private var accuracy = [DrawnPath](
    repeating: DrawnPath(), count: Palette.accuracySteps.count + 1)
  private var trackStates = [DrawnPath](
    repeating: DrawnPath(), count: Moment.TrackState.allCases.count)
  private var gaps = DrawnPath()
  private var received = DrawnPath()

  init(_ account: Account, kept: [Int], on frame: MapFrame) {
    draw(account, kept, frame)
    // The gap comes first, since it has the least choice of a place.
    if let longestGap {
      let reason = longestGap.isHidden ? "left out" : "no fixes"
      words.append(
        TrackWords.Word(
          text: "\(reason) for \(longestGap.length.spanText)", style: "",
          places: longestGap.places))
    }
    words += sections.words
    let wrong = crosses(account, frame)
    words += endWords(account, frame)
    svg = """
      <path class="raw" d="\(received.data)"/><path class="gap" d="\(gaps.data)"/>\
      <g class="by-accuracy">\(group(accuracy, "a"))</g><g class="by-state">\(group(trackStates, "l"))</g>\
      <g class="crosses">\(wrong)</g>\(ends(account, frame))
      """
  }

  private func group(_ paths: [DrawnPath], _ name: String) -> String {
    // More accurate parts are drawn over less accurate ones.
    paths.enumerated().reversed().filter { !$1.isEmpty }.map { index, path in
      """
      <defs><path id="\(name)\(index)" d="\(path.data)"/></defs>\
      <use href="#\(name)\(index)" class="case \(name)\(index)"/>\
      <use href="#\(name)\(index)" class="line \(name)\(index)"/>
      """
    }.joined()
  }

  private mutating func draw(_ account: Account, _ kept: [Int], _ frame: MapFrame) {
    let longest = account.longestStep
    var previous: (moment: Moment, place: DrawnPath.Place)?
    var (levels, states): ([TrackPart], [TrackPart]) = ([], [])
    for moment in account.moments {
      guard let estimate = moment.estimate else { continue }
      let place = frame.place(estimate)
      defer { previous = (moment, place) }
      block(place, frame)
      guard let before = previous else {
        if account.counts.trusted == 1 {
          accuracy[Palette.accuracyClass(moment.sigma)].dot(place)
          trackStates[moment.trackState.rawValue].dot(place)
        }
        continue
      }
      let step = moment.offset - before.moment.offset
      let isHidden = account.hidden.contains { $0.end == moment.offset }
      if step > longest || isHidden {
        note(gap: step, isHidden, from: before.place, to: place)
        continue
      }
      sections.note(Self.words(for: moment.trackState), "by-state", at: place)
      sections.note(Palette.accuracyWords(moment.sigma), "by-accuracy", at: place)
      let isJoined = levels.last?.places.last == before.place && !wasGap
      wasGap = false
      func add(_ kind: Int, to runs: inout [TrackPart]) {
        if isJoined, runs.last?.kind == kind {
          runs[runs.count - 1].places.append(place)
        } else {
          runs.append(TrackPart(kind: kind, places: [before.place, place]))
        }
      }
      add(Palette.accuracyClass(moment.sigma), to: &levels)
      add(moment.trackState.rawValue, to: &states)
    }
    for run in Self.simplified(levels, on: frame) { accuracy[run.kind].line(run.places) }
    for run in Self.simplified(states, on: frame) { trackStates[run.kind].line(run.places) }
    drawReceived(account, kept, frame)
  }

  /// A part of the track of one kind.
  private struct TrackPart {
    let kind: Int
    var places: [DrawnPath.Place]
  }

  /// The maximum number of places of the track.
  private static let mostPlaces = 12_000

  /// The parts without places that make no visible difference, even when the map is zoomed in.
  private static func simplified(_ runs: [TrackPart], on frame: MapFrame) -> [TrackPart] {
    var tolerance = frame.unitsPerPixel / 16
    var simple = runs
    repeat {
      simple = runs.map {
        TrackPart(kind: $0.kind, places: Contour.simplified($0.places, to: tolerance))
      }
      tolerance *= 2
    } while simple.reduce(0) { $0 + $1.places.count } > max(mostPlaces, 3 * runs.count)
    return simple
  }

  private mutating func note(
    gap length: Double, _ isHidden: Bool, from: DrawnPath.Place, to: DrawnPath.Place
  ) {
    wasGap = true
    gaps.line([from, to])
    if length > longestGap?.length ?? 0 {
      let (x, y) = (to.x - from.x, to.y - from.y)
      let places = [4, 2, 6, 1, 7].map {
        DrawnPath.Place(x: from.x + x * $0 / 8, y: from.y + y * $0 / 8)
      }
      longestGap = (length, places, isHidden)
    }
    for style in ["by-state", "by-accuracy"] { sections.end(style) }
  }

  /// Draws the positions that the receiver reported, of the fixes that are drawn one by one.
  private mutating func drawReceived(_ account: Account, _ kept: [Int], _ frame: MapFrame) {
    let length = account.span.length
    let spacing = kept.count < account.moments.count ? length / Double(max(1, kept.count / 2)) : nil
    let longest = max(account.longestStep, 2 * (spacing ?? 0))
    var last: (offset: Double, place: DrawnPath.Place)?
    for index in kept {
      let moment = account.moments[index]
      guard moment.estimate != nil, let place = moment.raw.map(frame.place) else { continue }
      if let last, moment.offset - last.offset <= longest { received.line([last.place, place]) }
      last = (moment.offset, place)
    }
  }

  /// Makes labels avoid a place, unless it is near the last such place.
  private mutating func block(_ place: DrawnPath.Place, _ frame: MapFrame) {
    let scale = frame.unitsPerPixel
    guard blockedSpots.count < 2000,
      lastBlocked.map({ abs($0.x - place.x) + abs($0.y - place.y) > Int(6 * scale) }) ?? true
    else { return }
    lastBlocked = place
    blockedSpots.append(
      Placement.Spot(
        x: Double(place.x) / scale, y: Double(place.y) / scale, width: 5, height: 5))
  }

  private mutating func crosses(_ account: Account, _ frame: MapFrame) -> String {
    let all = account.moments.indices.filter { index in
      let moment = account.moments[index]
      // A duplicate has the place of the previous report.
      return moment.rejection != nil && moment.rejection != .duplicate && moment.raw != nil
    }
    let shown = all.filter { index in
      account.moments[index].raw.map { frame.limit.contains(frame.point($0)) } ?? false
    }
    if shown.count < all.count {
      omissions.append(
        "\((all.count - shown.count).counted("rejected fix", "rejected fixes", grouped: true)) too far away for the map"
      )
    }
    let stride = (shown.count + Self.mostCrosses - 1) / Self.mostCrosses
    if stride > 1 {
      omissions.append("the map shows one in \(stride) of \(shown.count) rejected fixes")
    }
    // The label names the reason of the first rejected fix.
    if let first = shown.first, let reason = account.moments[first].rejection,
      let place = account.moments[first].raw.map(frame.place)
    {
      words.append(
        TrackWords.Word(text: "rejected: \(reason.rawValue)", style: "wrong", places: [place]))
    }
    return shown.enumerated().filter { $0.offset.isMultiple(of: max(1, stride)) }.compactMap {
      account.moments[$0.element].raw.map(frame.place)
    }.map { place in
      "<g transform=\"translate(\(place.x) \(place.y))\"><path class=\"k\" d=\"M-4-4l8 8m0-8l-8 8\"/></g>"
    }.joined()
  }

  /// The signs at the start and the end of the walk.
  private func ends(_ account: Account, _ frame: MapFrame) -> String {
    let places = account.moments.compactMap(\.estimate)
    guard places.count > 1, let first = places.first, let last = places.last else { return "" }
    func end(_ name: String, _ coordinate: Coordinate, _ shape: String) -> String {
      let place = frame.place(coordinate)
      return """
        <g class="end" transform="translate(\(place.x) \(place.y))"><title>\(name)</title>\
        <path class="k" d="\(shape)"/></g>
        """
    }
    return end("the walk begins here", first, "M-5-6L7 0-5 6z")
      + end("the walk ends here", last, "M-5-5H5V5H-5z")
  }

  private func endWords(_ account: Account, _ frame: MapFrame) -> [TrackWords.Word] {
    let places = account.moments.lazy.compactMap(\.estimate)
    guard account.counts.trusted > 1, let first = places.first, let last = places.last else {
      return []
    }
    return [
      TrackWords.Word(text: "start", style: "", places: [frame.place(first)]),
      TrackWords.Word(text: "end", style: "", places: [frame.place(last)]),
    ]
  }

  private static func words(for trackState: Moment.TrackState) -> String {
    switch trackState {
    case .outside: "outside"
    case .inside: "inside"
    case .pending: "crossing pending"
    case .unknown: "not known"
    }
  }

  private static let mostCrosses = 400
}
