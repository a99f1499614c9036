internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import Picket

/// The depth in one region over time, with the thresholds of a crossing, its state and its events.
struct Timeline: Sendable {
  let account: Account
  let index: Int
  let axis: TimeAxis
  private let thresholds: (entry: Thresholds, exit: Thresholds)?

  /// The comparison, and the history of the same region in its account.
  let other: (comparison: Comparison, history: RegionHistory)?

  /// The depths at the bottom and the top of the drawing, in metres.
  private let range: (low: Double, high: Double)

  /// The timeline of the region at this index among the account's regions.
  init(
    _ account: Account, _ index: Int, on axis: TimeAxis,
    thresholds: (entry: Thresholds, exit: Thresholds)?, beside comparison: Comparison? = nil
  ) {
    self.account = account
    self.index = index
    self.axis = axis
    self.thresholds = thresholds
    other = comparison.flatMap { comparison in
      comparison.place(of: account.regions[index].id).map {
        (comparison, comparison.account.histories[$0])
      }
    }
    let columns = account.histories[index].depth.columns + (other?.history.depth.columns ?? [])
    let least = columns.reduce(0) { min($0, $1.least) }
    let greatest = columns.reduce(0) { max($0, $1.greatest) }
    let threshold = max(thresholds?.exit.deep ?? 12, 12)
    range = (min(-1.5 * threshold, least * 1.1), max(1.5 * threshold, greatest * 1.1))
  }

  /// The row, drawn with a maximum number of columns.
  func plot(columns: Int) -> Plot {
    let region = account.regions[index]
    let history = account.histories[index]
    var plot = Plot(caption(region, history), on: axis)
    plot.range = range
    let ribbon = StateRibbon(account, index, on: axis)
    let curve = curve(history.depth.coarser(than: columns))
    plot.drawing =
      grid(&plot) + thresholdLines(&plot) + """
        <clipPath id="in\(index)"><rect width="\(TimeAxis.width)" height="\(y(0))"/></clipPath>\
        <path class="band" d="\(band(columns))"/>\
        <path class="deep" clip-path="url(#in\(index))" d="\(curve.filled.data)"/>\
        <path class="depth" d="\(curve.line.data)"/>\(ribbon.drawing)\(groundMarks)\(otherDepth(columns))
        """
    for placed in account.events.filter({ $0.event.region == region.id }).prefix(200) {
      let event = placed.event
      let crossed = event.crossed.map { placed.offset - $0.duration(to: event.time).inSeconds }
      plot.pin(event.sequence, event.kind, at: placed.offset, crossed: crossed)
    }
    addOtherEvents(&plot)
    ribbon.label(on: &plot)
    plot.shadeOutsideHours(account.closedTimes(of: region))
    plot.addBeeps(account.plain.beeps.filter { $0.region == index })
    return plot
  }

  /// The depth as a line, and the area between the line and the border where the depth is inside.
  private func curve(_ columns: [Profile.Column]) -> (line: DrawnPath, filled: DrawnPath) {
    let zero = y(0)
    var line = DrawnPath()
    var filled = DrawnPath()
    for part in Self.parts(columns) {
      let points = part.flatMap { column in
        let ends =
          column.rises
          ? [column.least, column.greatest] : [column.greatest, column.least]
        return (column.least == column.greatest ? [column.least] : ends).map {
          DrawnPath.Place(x: axis.x(column.offset), y: y($0))
        }
      }
      let simple = Contour.simplified(points, to: 3)
      if let first = simple.first, simple.count == 1 { line.dot(first) } else { line.line(simple) }
      for hill in Self.hills(simple, above: zero) {
        guard let first = hill.first, let last = hill.last else { continue }
        filled.line(
          [DrawnPath.Place(x: first.x, y: zero)] + hill + [DrawnPath.Place(x: last.x, y: zero)],
          isClosed: true)
      }
    }
    return (line, filled)
  }

  private func caption(_ region: Region, _ history: RegionHistory) -> String {
    let record = history.record
    var words = [
      record.visits == 0 ? "never inside" : "inside \(record.inside.inSeconds.spanText)"
    ]
    if record.visits == 0, let closest = record.closestWords() {
      words.append("closest \(closest)")
    }
    if record.nearMisses > 0 {
      words.append(record.nearMisses.counted("near miss", "near misses", grouped: true))
    }
    let names =
      other.map { other in
        """
         <small class="names"><span class="own">\(Markup.text(other.comparison.names.own))</span> \
        <span class="other">\(Markup.text(other.comparison.names.other))</span></small>
        """
      } ?? ""
    return
      "<b>\(Markup.name(region.id))</b> <small>\(words.joined(separator: " · "))</small>\(names)"
  }

  // MARK: Scale

  /// The scale: metres near the border are shown larger than those far away.
  private func scaled(_ depth: Double) -> Double { asinh(depth / 8) }

  /// The height of a depth, in units of the drawing.
  func y(_ depth: Double) -> Int {
    Int((share(depth) * Double(Self.floor)).rounded())
  }

  private func share(_ depth: Double) -> Double {
    let (low, high) = (scaled(range.low), scaled(range.high))
    return max(0, min(1, (high - scaled(depth)) / (high - low)))
  }

  private func grid(_ plot: inout Plot) -> String {
    var lines = DrawnPath()
    var last: Double?
    for depth in [1000.0, 200, 50, 10, 0, -10, -50, -200, -1000]
    where range.low <= depth && depth <= range.high {
      let place = share(depth) * Double(Self.floor) / Double(Plot.height)
      if depth != 0 {
        lines.line([
          DrawnPath.Place(x: 0, y: y(depth)), DrawnPath.Place(x: TimeAxis.width, y: y(depth)),
        ])
      }
      if let last, place - last < 0.11 { continue }
      last = place
      let text =
        depth == 0 ? "border" : "\(abs(depth).metresText(decimals: 0)) \(depth > 0 ? "in" : "out")"
      plot.labels.append((place, text))
    }
    return """
      <path class="grid" d="\(lines.data)"/>\
      <path class="border" d="M0 \(y(0))h\(TimeAxis.width)"/>
      """
  }

  /// The depths that a crossing needs, each with its words.
  private func thresholdLines(_ plot: inout Plot) -> String {
    guard let thresholds else { return "" }
    for (depth, words) in [
      (thresholds.entry.deep, "enough to enter"), (thresholds.entry.run, "after a run"),
      (-thresholds.exit.run, "after a run"), (-thresholds.exit.deep, "enough to leave"),
    ] {
      let place = Double(y(depth)) / Double(Plot.height)
      if let last = plot.lineWords.last, place - last.place < 0.1 { continue }
      plot.lineWords.append((place, words))
    }
    func line(_ depth: Double, _ style: String) -> String {
      "<path class=\"\(style)\" d=\"M0 \(y(depth))h\(TimeAxis.width)\"/>"
    }
    return line(thresholds.entry.run, "run") + line(-thresholds.exit.run, "run")
      + line(thresholds.entry.deep, "far") + line(-thresholds.exit.deep, "far")
  }

  /// The height at which the depths end and the state begins.
  static let floor = 1000

  /// The parts of a line above a height, each with the points before and after it.
  private static func hills(_ points: [DrawnPath.Place], above zero: Int) -> [[DrawnPath.Place]] {
    var hills: [[DrawnPath.Place]] = []
    var isHill = false
    for (index, point) in points.enumerated() {
      if point.y < zero {
        if !isHill { hills.append(index > 0 ? [points[index - 1]] : []) }
        hills[hills.count - 1].append(point)
        isHill = true
      } else {
        if isHill { hills[hills.count - 1].append(point) }
        isHill = false
      }
    }
    return hills
  }

  /// The columns in groups, each joined by a line.
  static func parts(_ columns: [Profile.Column]) -> [[Profile.Column]] {
    var parts: [[Profile.Column]] = []
    for column in columns {
      if column.isLifted || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(column)
    }
    return parts
  }
}

extension Timeline {
  /// The depth and the state in the other account.
  func otherDepth(_ columns: Int) -> String {
    guard let other else { return "" }
    let shift = other.comparison.shift
    var line = DrawnPath()
    for part in Self.parts(other.history.depth.coarser(than: columns)) {
      let points = part.flatMap { column in
        (column.rises ? [column.least, column.greatest] : [column.greatest, column.least]).map {
          DrawnPath.Place(x: axis.x(column.offset + shift), y: y($0))
        }
      }
      line.line(Contour.simplified(points, to: 3))
    }
    var inside = DrawnPath()
    for (state, interval) in other.history.states.prefix(2000) where state == .inside {
      inside.line([
        DrawnPath.Place(x: axis.x(interval.start + shift), y: Plot.height - 20),
        DrawnPath.Place(x: axis.x(interval.end + shift) + 1, y: Plot.height - 20),
      ])
    }
    return """
      <path class="depth other" d="\(line.data)"/><path class="bar other" d="\(inside.data)"/>
      """
  }

  /// Puts the numbers of the other account's events over the drawing.
  func addOtherEvents(_ plot: inout Plot) {
    guard let other else { return }
    let id = account.regions[index].id
    for placed in other.comparison.account.events.filter({ $0.event.region == id }).prefix(200) {
      plot.pin(other: placed.event, at: placed.offset + other.comparison.shift)
    }
  }
}
